"""Records read back from their lines: each deal is played again, and has to be what is told."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rummistats.dealing import Deal
from rummistats.errors import PlayError, RummistatsError, shown
from rummistats.play.action_json import action_from_json
from rummistats.play.actions import Action
from rummistats.play.engine import check_round
from rummistats.play.games import find_game
from rummistats.play.records import Record, Turn, make_record, replay
from rummistats.seeds import Seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant

__all__ = ["read_records"]

_BYTE_ORDER_MARK = "\ufeff"
"""What is left of the mark that begins a file, if it is not read as ``utf-8-sig``."""


def read_records(text: str) -> list[Record]:
    """Return the records that JSON lines tell of, each played again.

    Parameters
    ----------
    text : str
        The lines themselves, as `Record.to_json_lines` returns them; of a file
        ``Path("deals.jsonl").read_text(encoding="utf-8")``. Empty lines are left out, and so is
        the mark with which some programs begin a file.

    Returns
    -------
    list of Record
        One for each deal.

    Raises
    ------
    PlayError
        If it is no text, a line is damaged, the deal is not what its seed deals, an action is
        illegal, or anything else that is told is not so. Only the names of the strategies, and
        the reasons of plays that failed, can't be checked.

    Examples
    --------
    >>> from rummistats.play import play
    >>> record = play(find_variant("machiavelli"), "greedy", seed=1)
    >>> read_records(record.to_json_lines()) == [record]
    True
    """
    if isinstance(text, str):
        text = text.removeprefix(_BYTE_ORDER_MARK)
    if not isinstance(text, str) or (text and not text.lstrip().startswith("{")):
        raise PlayError(
            f"{shown(text)} is no text of JSON lines; of a file give what it holds: "
            'Path(...).read_text(encoding="utf-8")'
        )
    lines = ((number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())
    return [_read(number, line, lines) for number, line in lines]


def _read(first: int, line: str, lines: Iterator[tuple[int, str]]) -> Record:
    """Return the record that begins with a line and goes on with the next ones."""
    at = first
    told: list[dict[str, Any]] = []
    try:
        head = json.loads(line)
        told.append(head)
        variant = find_variant(head["game"]).with_rules(**head["rules"])
        seed = _seed(head["seed"])
        deal = _deal(head, variant, seed)
        names = _names(head["strategies"], variant)
        actions: list[tuple[Action, ...]] = []
        places: list[int] = []
        for _ in range(head["turns"]):
            after = next(lines, None)
            if after is None:
                raise PlayError(
                    f"the record breaks off: {len(places)} of its {head['turns']} turns are there"
                )
            at, line = after
            told.append(json.loads(line))
            places.append(at)
            actions.append(_actions(told[-1], variant))
        turns: list[Turn] = []
        at = places[0]
        for turn in replay(variant, deal, seed, actions):
            turns.append(turn)
            at = [*places, first][len(turns)]
        record = make_record(variant, seed, names, deal, tuple(turns), find_game(variant))
        for place, (mine, theirs) in enumerate(
            zip(record.to_json_lines().splitlines(), told, strict=True)
        ):
            at = [first, *places][place]
            _compare(json.loads(mine), theirs)
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        RecursionError,
        StopIteration,
    ) as error:
        what = str(error) if isinstance(error, RummistatsError) else f"damaged ({error!r})"
        raise PlayError(f"line {at}: {what}") from error
    return record


def _deal(head: dict[str, Any], variant: Variant, seed: Seed) -> Deal:
    """Return the deal, if it is the one of the seed; who starts may be agreed upon."""
    deal = Deal(
        tuple(variant.parse(hand) for hand in head["hands"]),
        tuple(Tile.parse(tile) for tile in head["pool"].split()),
        head["starter"],
        None if head["face_up"] is None else Tile.parse(head["face_up"]),
        head["is_indicator"],
        head.get("round", 1),
    )
    check_round(variant, deal.round)
    if deal.starter not in range(variant.players):
        raise PlayError(f"starter={shown(deal.starter)}: there are {variant.players} seats")
    usual = variant.deal_table(seed=seed.child(0))
    for name in ("is_indicator", "face_up"):
        told, has = getattr(deal, name), getattr(usual, name)
        if (told is None) != (has is None) or (isinstance(has, bool) and told is not has):
            raise PlayError(f"{name} is {shown(told)}, which is none of {variant.game.title}")
    sizes, needed = (sorted(map(len, each.hands)) for each in (deal, usual))
    if sizes != needed:
        raise PlayError(f"hands of {sizes} tiles were dealt, not of {needed}")
    tiles, all_tiles = _tiles(deal), _tiles(usual)
    if tiles != all_tiles:
        strange = [*(tiles - all_tiles), *(all_tiles - tiles)]
        raise PlayError(f"the tiles are not those of the game: {strange[0]} is too many or too few")
    for name in ("hands", "pool", "face_up"):
        if getattr(deal, name) != getattr(usual, name):
            raise PlayError(f"the seed {seed} deals other tiles: its {name} is not what is told")
    return deal


def _tiles(deal: Deal) -> Counter[Tile]:
    tiles = Counter(tile for hand in deal.hands for tile in hand) + Counter(deal.pool)
    return tiles + Counter([] if deal.face_up is None else [deal.face_up])


def _seed(told: dict[str, Any]) -> Seed:
    """Return the seed, which is made of whole numbers."""
    entropy, key = told["entropy"], told["spawn_key"]
    numbers = [*(entropy if isinstance(entropy, list) else [entropy]), *key]
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise PlayError(f"the seed {told} is not made of whole numbers from 0 on")
    return Seed(tuple(entropy) if isinstance(entropy, list) else entropy, tuple(key))


def _names(told: Any, variant: Variant) -> tuple[str, ...]:
    if len(told) != variant.players or not all(isinstance(name, str) for name in told):
        raise PlayError(f"strategies={told}: give {variant.players} names")
    return tuple(told)


def _actions(line: dict[str, Any], variant: Variant) -> tuple[Action, ...]:
    return tuple(action_from_json(action, variant) for action in line["actions"])


def _text(value: object) -> str:
    """Return a value so that only equals look alike: in Python 1, 1.0 and True are equal."""
    return json.dumps(value, sort_keys=True)


def _compare(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Refuse what is told otherwise than it was."""
    for name in dict.fromkeys((*mine, *theirs)):
        if name not in theirs or name not in mine or _text(mine[name]) != _text(theirs[name]):
            raise PlayError(
                f"{name} is {shown(theirs.get(name))}, but the deal played again has "
                f"{shown(mine.get(name))}"
            )
