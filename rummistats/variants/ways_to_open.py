"""The ways to open that a variant allows, made of its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummistats.dealing import Context
from rummistats.errors import VariantError, shown
from rummistats.variants.opening import AnyMeld, Contract, Pairs, Points, Requirement

if TYPE_CHECKING:
    from rummistats.variants.variant import Variant

__all__ = ["contract_of_round", "ways_to_open"]


def ways_to_open(variant: Variant, context: Context | None) -> tuple[Requirement, ...]:
    """Return the ways to open, any one of which is enough.

    Raises
    ------
    VariantError
        If the variant has no opening, or no such round.
    """
    context = variant.check_context(context)
    kinds = variant.game.opening
    found: list[Requirement] = []
    if variant.open_points is not None:
        found.append(Points(variant.open_points, variant.open_needs_run, variant.open_single_set))
    if variant.open_pairs is not None:
        found.append(Pairs(variant.open_pairs))
    if "contract" in kinds:
        found.append(contract_of_round(variant, (context or Context()).round))
    if "any_meld" in kinds and not found:
        found.append(AnyMeld())
    if not found:
        hint = ""
        if "points" in kinds:
            hint = "; set open_points, for example with_rules(open_points=9)"
        elif variant.game.ask_instead:
            hint = f"; ask {variant.game.ask_instead}"
        raise VariantError(f"{variant!r} defines no opening{hint}")
    return tuple(found)


def contract_of_round(variant: Variant, round_: int) -> Contract:
    """Return the contract of a round, where contracts go by rounds.

    Raises
    ------
    VariantError
        If there is no such round.
    """
    contracts = variant.rule("contracts")
    assert isinstance(contracts, tuple)
    if not 1 <= round_ <= len(contracts):
        raise VariantError(
            f"round={shown(round_)}: {variant.game.title} has rounds 1 to {len(contracts)}"
        )
    groups, runs = contracts[round_ - 1]
    return Contract(
        groups,
        runs,
        adjacent_runs=bool(variant.rule("adjacent_sequences")),
        same_number_groups=bool(variant.rule("same_rank_sets")),
        exact=variant.rule("contract_size") == "exact",
    )
