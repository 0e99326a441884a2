"""Settling house rules: which there are, what they mean, what they say together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rummistats.errors import VariantError, shown
from rummistats.variants.game import Game
from rummistats.variants.rules import HAND_RULES, Renaming, Translation, plain_rule
from rummistats.variants.variant import Variant

__all__ = ["make_variant"]

# Rules of an opening, with the kind of opening that a game must know for them.
_OPENING_RULES = {
    "open_points": "points",
    "open_needs_run": "points",
    "open_single_set": "points",
    "open_pairs": "pairs",
}


def make_variant(
    game: Game,
    house_rules: Mapping[str, object],
    *,
    base: tuple[tuple[str, object], ...] = (),
    name: str | None = None,
) -> Variant:
    """Return the game's variant with these house rules on top of the ones in ``base``.

    Raises
    ------
    VariantError
        If a rule is unknown, out of its range, or contradicts another one.
    """
    known = game.rules
    explicit = _common_names(game, game.settle(dict(base)), house_rules)
    settled = {rule: known[rule].check(value) for rule, value in (dict(base) | explicit).items()}
    rules = game.settle(settled)
    own = {rule.name for rule in game.own_hand_rules}
    table = {rule.name for rule in game.table_rules}
    variant = Variant(
        name=name or game.name,
        own_hand_rules=tuple((rule, value) for rule, value in rules.items() if rule in own),
        table_rules=tuple((rule, value) for rule, value in rules.items() if rule in table),
        house_rules=tuple(settled.items()),
        game=game,
        **{rule: value for rule, value in rules.items() if rule in HAND_RULES},  # type: ignore[arg-type]
    )
    for rule, kind in _OPENING_RULES.items():
        if kind not in game.opening and rules[rule] != known[rule].default:
            raise VariantError(
                f"{rule}={rules[rule]!r}: in {game.title} nobody opens with {kind}; "
                f"it takes only {known[rule].default!r}"
            )
    _check_together(variant)
    _check_players(variant, game.most_players(rules))
    _check_contracts(variant)
    return variant


def _common_names(
    game: Game, rules: Mapping[str, object], house_rules: Mapping[str, object]
) -> dict[str, object]:
    """Return the house rules under their common names."""
    translations = {translation.name: translation for translation in game.translations}
    common: dict[str, object] = {}
    said_by: dict[str, str] = {}
    switched_off = []
    for name, given in house_rules.items():
        value = plain_rule(given)
        translation = translations.get(name)
        if isinstance(translation, Translation) and value is False:
            # It takes back what was on before, and forbids what else would switch it on.
            switched_off.append((translation, translation.apply(value, rules)))
            continue
        if translation is not None:
            if isinstance(translation, Renaming):
                value = game.parameters[name].check(value)
            changes = translation.apply(value, rules)
        elif name in game.rules:
            changes = {name: value}
        else:
            raise VariantError(game.unknown_rule(name))
        for rule, new in changes.items():
            if rule in common and common[rule] != new:
                raise VariantError(
                    f"{name}={shown(value)} means {rule}={new!r}, which contradicts "
                    f"{said_by[rule]} ({rule}={common[rule]!r}); set only one of them"
                )
            common[rule] = new
            said_by[rule] = f"{name}={value!r}"
    for translation, changes in switched_off:
        rule = translation.rule
        if rule in common and common[rule] == translation.yes:
            raise VariantError(
                f"{translation.name}=False contradicts {said_by[rule]}; set only one of them"
            )
        common = changes | common
    return common


def _check_together(variant: Variant) -> None:
    """Check what several rules say together."""
    size = sum(variant.deck)
    if variant.hand_size > size:
        raise VariantError(
            f"hand_size={variant.hand_size}, but there are only {size} tiles; "
            f"it takes a whole number from 0 to {size}"
        )
    held = variant.jokers + variant.assigned_jokers
    if held > 4:
        raise VariantError(
            f"jokers={variant.jokers} and assigned_jokers={variant.assigned_jokers} are {held} "
            "jokers together; a hand can hold 4 at most"
        )
    if variant.min_group > variant.max_group:
        raise VariantError(
            f"min_group={variant.min_group} is more than max_group={variant.max_group}"
        )
    if variant.max_run is not None and variant.min_run > variant.max_run:
        raise VariantError(f"min_run={variant.min_run} is more than max_run={variant.max_run}")
    rounded = {"gap_12_1": False, "cycle": variant.numbers}
    for rule, usual in rounded.items():
        if variant.ones != "circular" and variant.rule_or(rule, usual) not in (usual, 13):
            raise VariantError(
                f"{rule}={variant.rule_or(rule)!r} needs runs that go round, "
                f"but ones={variant.ones!r}"
            )
    if variant.one_to_one and variant.ones != "low_or_high":
        raise VariantError(f"one_to_one=True needs ones='low_or_high', but ones={variant.ones!r}")


def _check_players(variant: Variant, most: int) -> None:
    """Check that every player can be dealt a hand, where the tiles suffice for ``most``."""
    if variant.players <= most:
        return
    face_up = variant.game.face_up != "none"
    tiles = sum(variant.deck)
    raise VariantError(
        f"players={variant.players} and hand_size={variant.hand_size} need "
        f"{variant.players * variant.hand_size} tiles"
        f"{' beside the one that lies face up' * face_up}, but there are only {tiles}: the tiles "
        f"suffice for up to {most} players, or for a hand_size up to "
        f"{(tiles - face_up) // variant.players}"
    )


def _check_contracts(variant: Variant) -> None:
    """Check that contracts of one's own ask for groups and runs that there are.

    The game's own contracts are left alone: with fewer tiles some can't be fulfilled, and this
    is what their odds then say.
    """
    contracts = variant.rule_or("contracts")
    if contracts is None or contracts == variant.game.rules["contracts"].default:
        return
    assert isinstance(contracts, tuple)
    possible = {"group": _group_sizes(variant), "run": _run_sizes(variant)}
    for round_, contract in enumerate(contracts, 1):
        for (kind, sizes), asked in zip(possible.items(), contract, strict=True):
            for size in asked:
                if size not in sizes:
                    known = " and ".join(
                        f"{kind}s of {sizes[0]} to {sizes[-1]}" if sizes else f"no {kind}s"
                        for kind, sizes in possible.items()
                    )
                    raise VariantError(
                        f"contracts={shown(contracts)}: round {round_} asks for a {kind} of "
                        f"{size}; under these rules there are {known}"
                    )


def _group_sizes(variant: Variant) -> range:
    """Return of how many tiles the groups of a contract can be."""
    # A contract states its sizes, so a larger smallest meld doesn't bind it.
    fewest = min(variant.min_group, _usual(variant, "min_group"))
    real = variant.colors * (variant.copies if variant.repeat_colors else 1)
    jokers = range(variant.playing_set.jokers + 1)
    return range(
        fewest,
        1
        + max(
            (
                size
                for size in range(fewest, variant.largest_group + 1)
                if any(size - n <= real and variant.jokers_allowed(size, n) for n in jokers)
            ),
            default=0,
        ),
    )


def _run_sizes(variant: Variant) -> range:
    """Return of how many tiles the runs of a contract can be."""
    fewest = min(variant.min_run, _usual(variant, "min_run"))
    return range(fewest, 1 + max(map(len, replace(variant, min_run=fewest).runs), default=0))


def _usual(variant: Variant, rule: str) -> int:
    usual = variant.game.rules[rule].default
    assert isinstance(usual, int)
    return usual
