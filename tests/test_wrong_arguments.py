"""Whatever is given instead of a tile, a hand, a meld, a variant or a context: a clear error."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from rummistats.dealing import Context, deal_batch
from rummistats.distribution import make_distribution
from rummistats.errors import RummistatsError, TileError, VariantError
from rummistats.exact import symmetries
from rummistats.melds import Group, Pair, Run
from rummistats.play.games import find_game
from rummistats.play.state import view_of
from rummistats.seeds import make_seed
from rummistats.tiles import JOKER, Hand, Tile, TileSet
from rummistats.variants import find_variant
from rummistats.variants.opening import Contract
from tests.test_imports import LAYER

SABRA = find_variant("sabra")
HAND = SABRA.parse("R7 B7 K7 J R1 R2 R3")
DIE = make_distribution(dict.fromkeys(range(1, 7), 1), measure="die", is_exact=True)

# What parameters of these names may be; those of the types in question are made wrong in turn.
RIGHT: dict[str, Any] = {
    "after": "{R1 R2 R3 R4}",
    "batch": deal_batch(SABRA.playing_set, 3, hands=2, seed=1),
    "before": "{R1 R2 R3}",
    "best": "tiles",
    "claims": "",
    "color": "R",
    "context": None,
    "contexts": [None],
    "contract": Contract((3,), (4,)),
    "counts": HAND.counts,
    "expected": DIE,
    "hand": HAND,
    "hand_size": 3,
    "hand_sizes": 3,
    "hands": 10,
    "id": "H-A",
    "indicator": None,
    "joint": make_distribution({(0, 1): 1, (1, 0): 2}, measure="(a, b)", is_exact=True),
    "jokers": 1,
    "measure": "has_meld",
    "measures": ["has_meld"],
    "meld": Run("R", (1, 2, 3)),
    "melds": [Run("R", (1, 2, 3))],
    "objective": "tiles",
    "observed": DIE,
    "other": Tile("R", 6),
    "opened": True,
    "pattern": find_variant("international").special_hands[0],
    "played": "R4",
    "players": 2,
    "seed": 1,
    "strategies": "greedy",
    "strategy": "greedy",
    "symmetries": symmetries(SABRA),
    "symmetry": symmetries(SABRA).symmetries[0],
    "table": "{R1 R2 R3}",
    "text": "R5",
    "tile": Tile("R", 5),
    "tile_set": TileSet(),
    "tiles": HAND,
    "trump": None,
    "variant": SABRA,
    "variants": ["sabra"],
    "vary": {},
    "view": view_of(find_game(SABRA).begin(SABRA, SABRA.deal_table(seed=1), make_seed(1))),
}

# As a part of an annotation: what it is, and how a wrong one is answered.
ASKED = ("Tile", "TileSet", "Hand", "Meld", "Variant", "Context", "npt.NDArray", "Distribution")

WRONG: list[Any] = [
    None,
    "",
    "R5",
    "nonsense",
    7,
    -1,
    3.5,
    True,
    b"R5",
    [],
    ["R5"],
    {},
    {1},
    (),
    np.int64(7),
    np.uint8(3),
    np.array([1, 2]),
    object(),
    Tile,
    JOKER,
    TileSet(),
    HAND,
    find_variant("shanghai").parse("7H"),
    Run("R", (1, 2, 3)),
    SABRA,
    Context(),
    DIE,
]

# Where a parameter of another function has the same name.
ALSO_RIGHT: dict[str, dict[str, Any]] = {
    "conformance.check_strategy": {"deals": 1},
    "dealing.batch_of_hands": {"hands": [HAND]},
    "distribution.make_distribution": {"counts": {1: 1}, "is_exact": True},
    "play.along": {"deals": 1, "turns": 1, "workers": 1},
    "play.tournament": {"deals": 1, "workers": 1},
}

# They get what `deck_of` makes, which no user has in hand.
LEFT_OUT = {"exact.count", "exact.count_all_sizes"}

OBJECTS = [TileSet(), HAND, SABRA]
# What draws, writes pages or reads command lines takes distributions and texts.
MODULES = sorted(set(LAYER) - {"show", "report", "commands", "cli", "__main__"})


def asks(parameter: inspect.Parameter) -> bool:
    words = str(parameter.annotation).replace("|", " ").replace("[", " ").replace("]", " ")
    return any(kind in words.replace(",", " ").split() for kind in ASKED)


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the functions of all modules, and the methods and makers of what they are about."""
    for part in MODULES:
        module = import_module(f"rummistats.{part}")
        for name in getattr(module, "__all__", []):
            function = getattr(module, name)
            if inspect.isfunction(function):
                yield f"{part}.{name}", function
    for thing in OBJECTS:
        for name in dir(type(thing)):
            if not name.startswith("_") and callable(getattr(type(thing), name)):
                yield f"{type(thing).__name__}.{name}", getattr(thing, name)
    for maker in (Hand, Pair, Context, Tile):
        yield maker.__name__, maker


def cases() -> Iterator[Any]:
    for name, function in public():
        if name in LEFT_OUT:
            continue
        right = RIGHT | ALSO_RIGHT.get(name, {})
        parameters = inspect.signature(function).parameters.values()
        for parameter in parameters:
            if asks(parameter):
                given = {
                    other.name: right[other.name]
                    for other in parameters
                    if other.name in right or other.default is other.empty
                }
                yield pytest.param(function, given, parameter.name, id=f"{name}({parameter.name})")


CASES = list(cases())


@pytest.mark.parametrize(("function", "given", "name"), CASES)
def test_what_is_none_of_its_kind_is_refused_in_words(
    function: Callable[..., Any], given: dict[str, Any], name: str
) -> None:
    refused = 0
    for wrong in WRONG:
        try:
            found = function(**given | {name: wrong})
            if isinstance(found, Iterator):
                next(found, None)
        except RummistatsError:
            refused += 1
    # Whatever the parameter takes, most of these are none.
    assert refused >= len(WRONG) / 2


@pytest.mark.parametrize("wrong", ["R5", None, 5, np.int64(5)], ids=repr)
def test_points_of_what_is_no_tile(wrong: Any) -> None:
    for name in ("rack_value", "rack_points_of", "most_opening_value", "played_as"):
        with pytest.raises(TileError, match=r"is no Tile; make one, for example Tile.parse"):
            getattr(SABRA, name)(wrong)


def test_a_tile_that_the_game_has_not_counts_nothing() -> None:
    with pytest.raises(TileError, match=r"R14: the numbers of Variant\('sabra'\) go from 1 to 13"):
        SABRA.rack_value(Tile("R", 14))
    with pytest.raises(TileError, match=r"R13 R14 R15: the numbers of .* go from 1 to 13"):
        SABRA.opening_value(Run("R", (13, 14, 15)))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Pair("R5"), "is no Tile"),  # type: ignore[arg-type]
        (lambda: Pair(Tile("R", 5), 3), "jokers=3: in a meld it is a whole number from 0 to 2"),
        (lambda: Group("7", ("R", "B", "K")), "number='7'"),  # type: ignore[arg-type]
        (lambda: Group(7, "RBK"), "'RBK': the colors of a meld"),  # type: ignore[arg-type]
        (lambda: Group(7, ("R", "Z")), "the colors of a meld are letters among R B K Y"),
        (lambda: Run("Z", (1, 2, 3)), "the colors of a meld are letters"),
        (lambda: Run("R", (0, 1, 2)), "number=0: in a meld it is a whole number from 1 to 15"),
        (lambda: Run("R", [1, 2, 3]), "numbers=.*: give a tuple"),  # type: ignore[arg-type]
        (lambda: Run("R", (1, 2, 3), (3,)), "joker place=3: .* from 0 to 2"),
    ],
)
def test_a_meld_of_what_are_no_tiles(make: Callable[[], object], words: str) -> None:
    with pytest.raises(TileError, match=words):
        make()


def test_counts_of_numpy_are_whole_numbers_too() -> None:
    counts = np.array(HAND.counts)
    assert Hand(HAND.tile_set, counts) == HAND  # type: ignore[arg-type]
    assert set(map(type, Hand(HAND.tile_set, tuple(counts)).counts)) == {int}


def test_a_context_of_another_game_has_no_say_in_what_a_tile_counts() -> None:
    with pytest.raises(VariantError, match="has no indicator"):
        SABRA.rack_value(Tile("R", 5), Context(indicator=Tile("R", 4)))
