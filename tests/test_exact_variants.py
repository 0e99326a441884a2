"""Exact answers in every game: reference figures, and small games counted hand by hand."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from rummistats.dealing import Context
from rummistats.errors import MeasureError, TileError, VariantError
from rummistats.exact import ColumnAutomaton, count, exact, exact_kinds
from rummistats.measures import make_measure
from rummistats.melds import all_melds, judge
from rummistats.playing import as_played, deck_of
from rummistats.tiles import Hand, Tile, TileSet
from rummistats.values import complete
from rummistats.variants import Variant, find_variant, variants

# Reference figures ("figures.csv" and "questions.md" of the project).


def test_stone_rummy_without_joker():
    """The row "P(no combination), 14 tiles, no joker": runs go round, up to 26 stones."""
    game = find_variant("stone-rummy").with_rules(jokers="none")
    assert exact("has_meld", game).weights[0] == 20609501431476204
    assert exact("has_meld", game).total == 79515468511191440


def test_b11_no_meld_among_14_of_52_cards():
    game = find_variant("gin").with_rules(ones="circular")
    assert exact("has_meld", game, 14).prob(False) == Fraction(321553178310, comb(52, 14))


@pytest.mark.parametrize(
    ("numbers", "copies", "measure", "repeat_colors", "probability"),
    [
        (9, 1, "has_group", False, 0.188347),
        (9, 1, "has_run", False, 0.078854),
        (5, 2, "has_group", False, 0.452737),
        (5, 2, "has_group", True, 0.614805),
        (5, 2, "has_run", False, 0.164356),
    ],
)
def test_b22_a_deck_of_ones_own(numbers, copies, measure, repeat_colors, probability):
    game = Variant.mini(
        colors=5, numbers=numbers, copies=copies, jokers=0, hand_size=7, repeat_colors=repeat_colors
    )
    assert round(float(exact(measure, game).prob(True)), 6) == probability


def test_b16_five_card_straight_going_round_two_packs():
    """A straight of any suits, less the straight flushes: (13 * 8**5 - 1664) / C(104, 5)."""
    flushes = exact("has_run(length=5)", find_variant("machiavelli").with_rules(ones="circular"), 5)
    assert flushes.weights[1] == 1664 == 13 * 4 * 2**5

    straight = ColumnAutomaton(
        start=lambda jokers_held: (),
        step=lambda ranks, number, column: (*ranks, number) if any(column) else ranks,
        final=lambda ranks: any(
            sorted((low + n) % 13 + 1 for n in range(5)) == list(ranks) for low in range(13)
        ),
        largest_count=1,
    )
    straights = count(straight, find_variant("machiavelli").tile_set, 5)
    assert straights[True] == 13 * 8**5
    assert round((straights[True] - flushes.weights[1]) / comb(104, 5), 10) == 0.0046140536


def test_b10_complete_seven_card_rummies():
    """Every such hand is a run of seven, or a meld of three and one of four."""
    game = find_variant("rummy-500").with_rules(copies=1)
    by_size = defaultdict(list)
    for meld in all_melds(game, max_run=7):
        by_size[len(meld)].append(meld)
    hands = set(by_size[7])
    hands |= {
        Hand(game.tile_set, tuple(map(sum, zip(three.counts, four.counts, strict=True))))
        for three in by_size[3]
        for four in by_size[4]
        if not three & four
    }
    assert len(hands) == 4604
    assert all(complete(hand, game) for hand in hands)


@pytest.mark.parametrize(("pairs", "ways"), [(5, 104993081513541552240), (7, 803616794394093680)])
def test_pairs_among_21_of_104(pairs, ways):
    """The rows "P(identical pairs >= …), H=21": without wild tiles, openings by pairs."""
    game = find_variant("sabra").with_rules(jokers=0, open_pairs=pairs, hand_size=21)
    opened = exact("can_open(by='pairs')", game)
    assert opened.weights[1] == ways
    assert opened.total == 5109132508397534496880


# Theorems.


@pytest.mark.parametrize("game", variants(), ids=lambda game: game.name)
def test_all_hands_of_every_game_are_counted(game):
    deck = deck_of(game)
    for measure in ("has_meld", "has_run(length=4)", "has_group(natural=True)", "pairs"):
        found = exact(measure, game)
        assert found.total == deck.sample_space(game.hand_size)
    assert exact("has_meld", game, 0).prob(True) == (0 if deck.assigned_jokers < 3 else 1)


@pytest.mark.parametrize("game", variants(), ids=lambda game: game.name)
def test_kinds_of_every_game_agree_with_its_measures(game):
    rows = {
        (row.kind, row.joker): row.probability
        for row in exact_kinds(game)
        if row.number is row.color is None
    }
    # A larger natural group or run contains one of three.
    assert rows["group of 3", False] == exact("has_group(natural=True)", game).prob(True)
    assert rows["run of 3", False] == exact("has_run(natural=True)", game).prob(True)
    assert rows["run of 5 or more", False] == exact("has_run(length=5, natural=True)", game).prob(
        True
    )


@pytest.mark.parametrize("name", ["okey", "okey-101"])
def test_odds_of_okey_are_the_average_over_the_indicators(name):
    game = find_variant(name)
    average = exact("has_meld", game)
    fixed = exact("has_meld", game, context=Context(indicator=Tile("B", 13)))
    assert average.total == 104 * fixed.total
    every = [
        exact("has_meld", game, context=Context(indicator=Tile("B", number))).weights[1]
        for number in range(1, 14)
    ]
    # There are 8 tiles of each number, and all colors are alike.
    assert average.weights[1] == 8 * sum(every)


def test_assigned_jokers_are_in_every_hand():
    game = find_variant("stone-rummy")
    assert exact("count(joker=True)", game).values == (1,)
    assert exact("hand_points", game).values == (15,)
    # The joker alone makes a meld with any two stones that lack one of a meld.
    assert exact("has_meld", game, 1).prob(True) == 0
    partners = 13 * 6 * 4 + 4 * 13 * 4 + 4 * 13 * 4
    assert exact("has_meld", game, 2).weights[1] == partners


def test_face_up_tile_is_in_no_hand():
    game = find_variant("romanian")
    context = Context(trump=Tile("R", 7))
    sevens = exact("count(number=7, color='R')", game, context=context)
    assert sevens.total == comb(105, 14)
    assert sevens.weights == (comb(104, 14), comb(104, 13))
    face_up_joker = exact("count(joker=True)", game, context=Context(trump="J"))
    assert face_up_joker.weights == (comb(104, 14), comb(104, 13))


# Errors.


@pytest.mark.parametrize(
    ("measure", "name", "error", "match"),
    [
        ("hand_points", "okey", VariantError, "not counted in points"),
        ("can_open", "stone-rummy", VariantError, "no opening"),
        ("covering_melds", "sabra", MeasureError, r"no exact method.*simulate\(\)"),
        ("isolated_after_packing", "okey-101", MeasureError, r"no exact method.*simulate\(\)"),
        ("helpful_tiles", "shanghai", MeasureError, r"no exact method.*simulate\(\)"),
        ("can_open(by='pairs')", "sabra", VariantError, "by='pairs'"),
    ],
)
def test_measures_without_exact_answer_say_so(measure, name, error, match):
    with pytest.raises(error, match=match):
        exact(measure, find_variant(name))


def test_hands_that_cannot_be_dealt():
    with pytest.raises(TileError, match="hand_size=106"):
        exact("pairs", find_variant("okey"), 106)  # one tile is the indicator
    with pytest.raises(TileError, match="hand_size=105"):
        exact("pairs", find_variant("stone-rummy"), 105)  # the joker is not dealt
    automaton = ColumnAutomaton(start=int, step=lambda *_: 0, final=int)
    with pytest.raises(TileError, match="false jokers"):
        count(automaton, TileSet(false_jokers=2), 14)


# Small games, hand by hand. The tiles are dealt as they lie in the box: every indicator, every
# choice of tiles told apart. What a hand is worth is said by the measures' definitions.

MEASURES = (
    "has_meld",
    "has_meld(natural=True)",
    "has_group",
    "has_group(size=4)",
    "has_group(size=5, natural=True)",
    "has_run",
    "has_run(length=4)",
    "has_run(length=6)",
    "has_run(natural=True)",
    "pairs",
    "count(number=1)",
    "count(joker=True)",
    "groups",
    "runs",
    "isolated_tiles",
    "three_tile_melds",
)


def small(name, hand_size, **rules):
    return find_variant(name).with_rules(hand_size=hand_size, **rules)


TINY = {"colors": 3, "numbers": 3}

GAMES = {
    # game, context, further measures
    "river": (small("river", 4, colors=3, numbers=4), None, ("hand_points",)),
    "american": (small("american", 4, **TINY), Context(trump=Tile("R", 2)), ("hand_points",)),
    "international": (small("international", 4, **TINY, open_points=0), None, ("can_open",)),
    "international-joker": (
        small("international", 4, colors=2, numbers=5),
        Context(trump=Tile("J", 0)),
        ("hand_points",),
    ),
    "international-trump": (
        small("international", 4, colors=3, numbers=4),
        Context(trump=Tile("B", 4)),
        ("hand_points",),
    ),
    "okey": (small("okey", 4, colors=2, numbers=4), None, ()),
    "okey-3-colors": (small("okey", 3, colors=3, numbers=4), None, ()),
    "okey-indicator": (small("okey", 4, **TINY), Context(indicator=Tile("R", 3)), ()),
    "okey-101": (
        small("okey-101", 4, **TINY, open_pairs=2),
        None,
        ("hand_points", "can_open(by='pairs')"),
    ),
    "okey-101-fixed": (
        small("okey-101", 5, colors=3, numbers=3, open_pairs=2),
        Context(indicator=Tile("B", 1)),
        ("hand_points", "can_open(by='pairs')"),
    ),
    "okey-101-one-pair": (
        small("okey-101", 3, **TINY, open_pairs=1),
        None,
        ("can_open(by='pairs')",),
    ),
    "okey-101-false-indicator": (
        small("okey-101", 5, colors=3, numbers=3, open_pairs=2, false_joker_is="indicator"),
        Context(indicator=Tile("B", 3)),
        ("hand_points", "can_open(by='pairs')"),
    ),
    "romanian": (
        small("romanian", 4, colors=3, numbers=4),
        Context(trump=Tile("K", 1)),
        ("hand_points",),
    ),
    "stone-rummy": (small("stone-rummy", 3, colors=3, numbers=4), None, ("hand_points",)),
    "stone-rummy-around": (small("stone-rummy", 6, colors=2, numbers=3, max_run=6), None, ()),
    "stone-rummy-gap": (
        small("stone-rummy", 6, colors=1, numbers=5, gap_12_1=True, max_run=7),
        None,
        ("has_run(length=5)", "has_run(length=7)"),
    ),
    "stone-rummy-gap-alone": (
        small("stone-rummy", 7, colors=1, numbers=5, gap_12_1=True, max_run=8, jokers="none"),
        None,
        ("has_run(length=5)", "has_run(length=7)", "has_run(length=8)"),
    ),
    "stone-rummy-three-times": (
        small(
            "stone-rummy",
            7,
            colors=1,
            numbers=3,
            copies=3,
            max_run=9,
            gap_12_1=True,
            no_repeat_three=False,
        ),
        None,
        ("has_run(length=5)", "has_run(length=7)", "has_run(length=8)"),
    ),
    "stone-rummy-jokers-alone": (
        small("stone-rummy", 3, colors=3, numbers=3, jokers=2, assigned_jokers=1, min_real=0),
        None,
        ("has_group(size=3)",),
    ),
    "stone-rummy-stock2": (small("stone-rummy", 4, **TINY, jokers="stock2"), None, ()),
    "stone-rummy-plus": (
        small("stone-rummy-plus", 4, **TINY, jokers=1, assigned_jokers=2, min_real=2),
        None,
        ("hand_points",),
    ),
    "shanghai": (small("shanghai", 4, **TINY), None, ("hand_points",)),
    "shanghai-two-jokers": (small("shanghai", 4, **TINY, jokers=2), None, ("hand_points",)),
    "shanghai-by-size": (
        small("shanghai", 7, colors=1, numbers=5, jokers=3, joker_limit="by_size"),
        None,
        ("has_run(length=5)", "has_group(size=5)"),
    ),
    "shanghai-three-packs": (small("shanghai", 5, colors=2, numbers=3, copies=3), None, ()),
    "shanghai-trump": (
        small("shanghai", 4, colors=3, numbers=3),
        Context(trump=Tile("H", 2)),
        (),
    ),
    "gin": (small("gin", 5, colors=3, numbers=5), None, ("hand_points",)),
    "gin-ace": (small("gin", 5, colors=3, numbers=5, ace="high_low"), None, ("hand_points",)),
    "machiavelli": (small("machiavelli", 4, **TINY), None, ("hand_points", "can_open")),
    "machiavelli-run": (
        small("machiavelli", 4, **TINY, ace="high_only", open_needs_run=True),
        None,
        ("can_open",),
    ),
    "rummy-500": (small("rummy-500", 5, colors=3, numbers=5), None, ("hand_points", "can_open")),
    "rummy-500-two-packs": (
        small("rummy-500", 4, **TINY, copies=2, jokers=1),
        None,
        ("hand_points", "can_open"),
    ),
}


def hands_dealt(game, context):
    """Every hand as it is played, with how often it is dealt."""
    face_up = context and (context.indicator or context.trump)
    tiles = list(game.tile_set.all_tiles())
    if game.game.indicator and face_up is None:
        # Each numbered tile may be the indicator.
        for place, tile in enumerate(tiles):
            if tile.number:
                yield from _dealt(game, tiles[:place] + tiles[place + 1 :], Context(indicator=tile))
        return
    joker = game.tile_set.joker
    for tile in [joker] * game.assigned_jokers + ([face_up] if face_up else []):
        tiles.remove(tile)
    yield from _dealt(game, tiles, context)


def _dealt(game, tiles, context):
    for dealt, times in Counter(combinations(sorted(tiles, key=str), game.hand_size)).items():
        given = [game.tile_set.joker] * game.assigned_jokers
        yield as_played(game.tile_set.hand([*dealt, *given]), game, context), times


@pytest.fixture(scope="module", params=GAMES)
def dealt(request):
    game, context, measures = GAMES[request.param]
    hands = Counter()
    for hand, times in hands_dealt(game, context):
        hands[hand] += times
    return game, context, measures, hands


def test_measures_of_small_games(dealt):
    game, context, further, hands = dealt
    for text in (*MEASURES, *further):
        measure = make_measure(text)
        if too_large(measure, game):
            with pytest.raises(
                MeasureError, match=r"a (group|run) has from|there is no (group|run)"
            ):
                exact(measure, game, context=context)
            continue
        expected = Counter()
        for hand, times in hands.items():
            expected[measure(hand, game)] += times
        found = exact(measure, game, context=context)
        assert dict(zip(found.values, found.weights, strict=True)) == {
            value: expected[value] for value in found.values
        }, text
        assert found.total == sum(hands.values())


def too_large(measure, game):
    """Whether a measure asks for a longer meld than those of the game, and than the shortest."""
    shape = measure.name.removeprefix("has_")
    if shape not in ("group", "run"):
        return False
    sizes = {
        len(reading)
        for meld in all_melds(game)
        for reading in judge(meld, game).readings
        if reading.kind == shape
    }
    least = game.min_group if shape == "group" else game.min_run
    asked = measure.settings["size" if shape == "group" else "length"]
    return asked > max(sizes | {least})


def test_kinds_of_small_games(dealt):
    game, context, _, hands = dealt
    total = sum(hands.values())
    kinds = defaultdict(list)
    for meld in all_melds(game):
        real = meld.without_jokers()
        numbers, colors = {t.number for t in real}, {t.color for t in real}
        kinds[len(meld), meld.jokers > 0].append((meld, numbers, colors))
    rows = exact_kinds(game, context=context)
    shown = set()
    for row in rows:
        shape, size = row.kind.removesuffix(" or more").split(" of ")
        sizes = range(int(size), 99 if row.kind.endswith("or more") else int(size) + 1)
        melds = [
            meld
            for (tiles, joker), found in kinds.items()
            if tiles in sizes and joker == row.joker
            for meld, numbers, colors in found
            if is_meld(shape, meld, numbers, colors, game)
            and (row.number is None or numbers <= {row.number})
            and (row.color is None or colors <= {row.color})
        ]
        shown |= set(melds)
        held = [(times, sum(meld <= hand for meld in melds)) for hand, times in hands.items()]
        assert row.probability == Fraction(sum(times for times, n in held if n), total), row
        assert row.expected == Fraction(sum(times * n for times, n in held), total), row
    assert shown == set(all_melds(game)), "every meld is of some kind"


def is_meld(shape, meld, numbers, colors, game):
    """Whether the tiles of a meld are one of this shape: a real tile with jokers may be both."""
    size, real = len(meld), meld.without_jokers()
    if shape == "group":
        return (
            len(numbers) <= 1
            and game.min_group <= size <= game.largest_group
            and (game.repeat_colors or len(colors) == len(real))
        )
    counts = Counter(tile.number for tile in real)
    return len(colors) <= 1 and any(
        len(run) == size and counts <= Counter(run) for run in game.runs
    )


def test_every_game_has_a_small_one():
    assert {game.name for game, _, _ in GAMES.values()} >= {
        game.name for game in variants() if game.name != "sabra"
    }
