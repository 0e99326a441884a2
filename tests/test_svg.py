"""Pictures of tiles: valid, in words, readable in every style, and nothing hidden is seen."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import rummistats as rs
from rummistats.errors import PlayError, RummistatsError, TableError, TileError, VariantError
from rummistats.melds import Group, Pair, Run
from rummistats.play.state import view_of
from rummistats.show.shapes import SHAPE_NAMES, color_shape
from rummistats.show.style import contrast
from rummistats.show.svg import Picture, hand_picture, picture_of, table_picture
from rummistats.show.tile_shapes import HEIGHT, WIDTH
from rummistats.show.tile_style import STYLES, Paint
from rummistats.tiles import COLOR_NAMES, Hand, Tile, TileSet

SVG = "{http://www.w3.org/2000/svg}"
SABRA = rs.find_variant("sabra")
SIX_COLORS = TileSet(colors=6, numbers=15, copies=1, jokers=1, false_jokers=1)
CARDS = TileSet(copies=1, jokers=1, cards=True)
TABLE = "{R3 J(R4) R5 R6} {B7 K7 Y7} {R10 B10 K10 Y10} {K1 K2 K3} {Y9 Y10 Y11 Y12} {R1 B1 J}"
# Jokers with one to five colors to choose from, and in every place of a meld.
READINGS = (
    Group(10, ("R",), 2, ("B", "K", "Y")),
    Group(13, ("R", "B"), 1, ("K", "Y", "G", "P")),
    Group(15, ("R",), 1, ("B", "K", "Y", "G", "P")),
    Run("P", (11, 12, 13), (0,)),
    Run("R", (3, 4, 5), (1, 2)),
    Pair(Tile("R", 12), 1),
    Pair(rs.JOKER, 2),
    Group(12, ("S", "H"), 1, ("D", "C")),
    Run("H", (10, 11, 12), (1,)),
)


@pytest.fixture(scope="module")
def records() -> dict[str, rs.Record]:
    games = ("sabra", "river", "okey-101", "romanian", "gin", "stone-rummy")
    return {game: rs.play(game, "greedy", seed=3) for game in games}


@pytest.fixture(scope="module")
def things(records: dict[str, rs.Record]) -> list[object]:
    """One thing or more of every kind that has a picture, but no single tiles."""
    middles = [record.turns[len(record.turns) // 2] for record in records.values()]
    return [
        SIX_COLORS,
        CARDS,
        SABRA.deal(seed=1),
        SABRA.parse(""),
        SABRA.tile_set.all_tiles(),
        rs.Table.parse(TABLE, SABRA),
        rs.Table(),
        *READINGS,
        rs.arrange("R3 R4 R5 R6 R7 B6 K6 J Y1 K9", SABRA),
        rs.arrange("JC 9D 8S 6D JS 8H TD 8D 7D JD", "gin"),
        rs.arrange("R1 B3", SABRA),
        rs.arrange("R1 R2 R3", SABRA),
        rs.solve_table("{R4 R5 R6 R7}", "B7 K7 Y1", SABRA),
        records["sabra"],
        *middles,
        *(turn.before for turn in middles),
        *(view_of(turn.before) for turn in middles),
    ]


MARKED_HANDS = (
    ("R1 R2 R3 B9 Y13 J", {"melded": "R1 R2 R3", "dead_wood": "B9", "helpful": "Y13 J"}),
    ("R5 F R7 R6 B8 J", {"variant": "okey", "context": rs.Context(indicator="R5")}),
    ("AS KH TD QC X", {"melded": "QC", "dead_wood": "AS TD", "helpful": "X"}),
    ("G1 P2 Y3 P15", {"dead_wood": "G1 P2 Y3", "per_row": 3}),
)


@pytest.fixture(scope="module", params=STYLES)
def pictures(request: pytest.FixtureRequest, things: list[object]) -> list[Picture]:
    """Pictures of everything in one style."""
    style = request.param
    marked = [hand_picture(hand, style=style, **options) for hand, options in MARKED_HANDS]
    tiles = [rs.tile_picture(tile, style=style) for tile in (*SIX_COLORS.tiles, *CARDS.tiles)]
    return [*(picture_of(thing, style=style) for thing in things), *marked, *tiles]


# ------------------------------------------------- a reader of our own that knows nothing of blocks


@dataclass(frozen=True)
class Mark:
    """An element of a picture, where it is and how it is painted."""

    tag: str
    x: float
    y: float
    scale: float
    fill: str
    stroke: str
    element: ElementTree.Element
    under: str
    """The color of what lies beneath it."""


def number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "0"))


def read(picture: Picture) -> Iterator[Mark]:
    """Yield what a picture paints, in that order, each with the ground that it is seen on."""
    surfaces: list[tuple[float, float, float, float, str]] = []

    def under(x: float, y: float) -> str:
        inside = (
            fill
            for left, top, right, bottom, fill in reversed(surfaces)
            if left <= x <= right and top <= y <= bottom
        )
        return next(inside, "none")

    def walk(element: ElementTree.Element, x: float, y: float, scale: float) -> Iterator[Mark]:
        if moved := re.search(r"translate\((\S+) (\S+)\)", element.get("transform", "")):
            x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
        if scaled := re.search(r"scale\((\S+)\)", element.get("transform", "")):
            scale *= float(scaled[1])
        tag = element.tag.removeprefix(SVG)
        fill, stroke = element.get("fill", ""), element.get("stroke", "none")
        box: tuple[float, float, float, float] | None = None
        if tag == "rect":
            left, top = x + scale * number(element, "x"), y + scale * number(element, "y")
            right = left + scale * number(element, "width")
            bottom = top + scale * number(element, "height")
            box, at = (left, top, right, bottom), (left, (top + bottom) / 2)
        elif tag in ("circle", "ellipse"):
            at = x + scale * number(element, "cx"), y + scale * number(element, "cy")
            radius = scale * number(element, "r")
            box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
        elif tag == "path":
            first = re.match(r"M(-?[\d.]+)[ ]?(-?[\d.]+)", element.get("d", ""))
            assert first
            at = x + scale * float(first[1]), y + scale * float(first[2])
        elif tag == "text":
            at = x + scale * number(element, "x"), y + scale * number(element, "y")
        if tag in ("rect", "circle", "ellipse", "path", "text"):
            # A text begins or has its middle here, and stands on its line.
            point = (at[0] + 0.5, at[1] - 2) if tag == "text" else at
            yield Mark(tag, *at, scale, fill, stroke, element, under(*point))
            if box and fill != "none":
                surfaces.append((*box, fill))
        for child in element:
            yield from walk(child, x, y, scale)

    yield from walk(ElementTree.fromstring(picture.svg), 0, 0, 1)


def is_tile(mark: Mark) -> bool:
    element = mark.element
    size = (element.get("width"), element.get("height"))
    return mark.tag == "rect" and size == (str(WIDTH), str(HEIGHT))


def is_sign(mark: Mark) -> bool:
    """Whether it is a number or letter on a tile, and no words beside it."""
    return mark.tag == "text" and len(mark.element.text or "") < 3


def tiles_seen(picture: Picture) -> list[str]:
    """Return the texts on each tile together, face-down tiles without a text."""
    tiles: list[str] = []
    for mark in read(picture):
        if is_tile(mark):
            tiles.append("")
        elif is_sign(mark):
            tiles[-1] += mark.element.text or ""
    return tiles


def as_seen(tile: Tile) -> str:
    rank = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(tile.number) if tile.is_card else None
    return f"{rank or tile.number or ''}{tile.color}"


# ------------------------------------------------------------------------------------- the tests


def test_every_picture_is_valid_and_says_in_words_what_is_seen(pictures: list[Picture]) -> None:
    for picture in pictures:
        root = ElementTree.fromstring(picture.svg)
        assert root.tag == f"{SVG}svg"
        assert root.get("role") == "img"
        title, words = root[0], root[1]
        assert (title.tag, words.tag) == (f"{SVG}title", f"{SVG}desc")
        assert root.get("aria-labelledby", "").split() == [title.get("id"), words.get("id")]
        assert (title.text, words.text) == (picture.title, picture.text)
        assert picture.title
        assert picture.text.endswith(".")
        _, _, width, height = map(float, root.get("viewBox", "").split())
        assert float(root.get("width", 0)) == width
        assert float(root.get("height", 0)) == height


def test_text_and_shapes_stand_out_from_what_they_are_seen_on(pictures: list[Picture]) -> None:
    checked = Counter[str]()
    for picture in pictures:
        marks = list(read(picture))
        for mark in marks[1:]:
            paints = [color for color in (mark.fill, mark.stroke) if color != "none"]
            best = max(contrast(color, mark.under) for color in paints)
            if mark.tag == "text":
                assert contrast(mark.fill, mark.under) >= 4.5, mark
            # A surface without an outline, such as the front of a tile, is no shape.
            elif mark.stroke != "none" or mark.tag != "rect":
                assert best >= 3, mark
            checked[mark.tag] += 1
    assert min(checked[tag] for tag in ("rect", "circle", "ellipse", "path", "text")) >= 6


def test_signs_stay_on_their_tile_and_apart_in_any_common_font(pictures: list[Picture]) -> None:
    checked = 0
    for picture in pictures:
        _, _, width, height = map(
            float, ElementTree.fromstring(picture.svg).get("viewBox", "").split()
        )
        tile: Mark | None = None
        boxes: list[tuple[float, float, float, float]] = []
        for mark in read(picture):
            element = mark.element
            if is_tile(mark):
                tile, boxes = mark, []
                left, top = mark.x, mark.y - mark.scale * HEIGHT / 2
                right, bottom = left + mark.scale * WIDTH, top + mark.scale * HEIGHT
                assert 0 < left < right < width
                assert 0 < top < bottom < height
            elif is_sign(mark):
                assert tile
                size = mark.scale * number(element, "font-size")
                # Q is the widest letter; what has two digits has its width set.
                assert element.get("textLength") or len(element.text or "") == 1
                half = mark.scale * number(element, "textLength") / 2 or 0.85 * size / 2
                boxes.append((mark.x - half, mark.y - 0.74 * size, mark.x + half, mark.y))
            elif mark.tag == "path" and element.get("transform"):
                assert tile
                half = 10 * mark.scale
                moved = re.search(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
                assert moved
                first = re.match(r"M(-?[\d.]+)[ ]?(-?[\d.]+)", element.get("d", ""))
                x = mark.x - mark.scale * float(first[1])
                y = mark.y - mark.scale * float(first[2])
                boxes.append((x - half, y - half, x + half, y + half))
            elif mark.tag == "text":
                size = mark.scale * number(element, "font-size")
                assert element.get("text-anchor") == "start"
                assert mark.x + 0.6 * size * len(element.text or "") <= width
                assert mark.y < height
                continue
            else:
                continue
            for a, box in enumerate(boxes):
                assert left < box[0] < box[2] < right, (picture.text, box)
                assert top < box[1] < box[3] < bottom, (picture.text, box)
                for other in boxes[:a]:
                    across = min(box[2], other[2]) - max(box[0], other[0])
                    up = min(box[3], other[3]) - max(box[1], other[1])
                    assert across <= 0.01 or up <= 0.01, (picture.text, box, other)
                    checked += 1
    assert checked > 1000


def test_numbers_are_in_dark_ink_whatever_the_color(pictures: list[Picture]) -> None:
    for picture in pictures:
        inks = {mark.fill for mark in read(picture) if is_sign(mark)}
        assert inks <= {"#1a1a1a", "#000000"}


@pytest.mark.parametrize("style", STYLES)
def test_color_is_never_the_only_sign(style: str) -> None:
    shapes = set()
    for letter, name in SHAPE_NAMES.items():
        tile = Tile(letter, 7)
        picture = rs.tile_picture(tile, style=style)
        assert tiles_seen(picture) == [f"7{letter}"]
        assert COLOR_NAMES[letter] in picture.text
        path = re.search(r' d="([^"]+Z)"', picture.svg)
        assert path
        assert path[1] in color_shape(letter, 0, 0, 20, Paint("", ""))
        shapes.add(path[1])
        assert name
    assert len(shapes) == len(SHAPE_NAMES) == len(COLOR_NAMES)


def test_what_is_printed_needs_no_color(things: list[object]) -> None:
    for thing in things:
        for color in re.findall(r"#[0-9a-f]{6}", picture_of(thing, style="print").svg):
            assert color[1:3] == color[3:5] == color[5:7], color


@pytest.mark.parametrize("tile_set", [SIX_COLORS, CARDS, TileSet()], ids=["six", "cards", "usual"])
def test_a_tile_set_shows_every_kind_once(tile_set: TileSet) -> None:
    assert tiles_seen(picture_of(tile_set)) == [as_seen(tile) for tile in tile_set.tiles]


@pytest.mark.parametrize("per_row", [1, 4, 15, 200])
def test_a_hand_shows_each_of_its_tiles(per_row: int) -> None:
    hand = SABRA.tile_set.all_tiles()
    picture = hand_picture(hand, per_row=per_row)
    assert tiles_seen(picture) == [as_seen(tile) for tile in hand]
    rows = Counter(mark.y for mark in read(picture) if is_tile(mark))
    assert max(rows.values()) <= per_row
    # Rows are filled evenly: the last one has as many tiles as the others, or a few less.
    assert len(rows) == -(-len(hand) // per_row)


def test_tiles_stand_as_they_are_given() -> None:
    assert tiles_seen(hand_picture("Y3 r1, J B2")) == ["3Y", "1R", "J", "2B"]
    assert tiles_seen(hand_picture([Tile("S", 13), Tile("H", 1)])) == ["KS", "AH"]


def test_joker_readings_are_on_the_tile_and_in_the_words() -> None:
    picture = table_picture(rs.Table.parse("{R3 J(R4) R5} {B7 K7 J}", SABRA))
    assert tiles_seen(picture) == ["7B", "7K", "7RY", "3R", "4R", "5R"]
    assert "group of 7s: blue, black, joker as red or yellow" in picture.text
    assert "run in red: 3, joker as 4, 5" in picture.text
    cards = table_picture([Run("H", (10, 11, 12), (1,)), Group(1, ("S", "H"), 1, ("D", "C"))])
    assert tiles_seen(cards) == ["AS", "AH", "ADC", "10H", "JH", "QH"]
    assert "group of aces: spades, hearts, joker as diamonds or clubs" in cards.text
    assert tiles_seen(picture_of(Pair(rs.JOKER, 2))) == ["J", "J"]


def test_marks_are_on_as_many_tiles_as_are_named_and_in_words() -> None:
    picture = hand_picture("R7 R7 B7 K1", melded="R7", helpful="R7 B7", dead_wood=[Tile("K", 1)])
    assert picture.text == (
        "4 tiles: red 7 and 7; blue 7; black 1. In a meld: red 7. Dead wood: black 1. "
        "Helps: red 7; blue 7."
    )
    words = re.findall(r"<text[^>]*>([^<]{3,})</text>", picture.svg)
    assert words == ["in a meld", "dead wood", "helps"]
    # Each badge has a ring of its own; the words below have one each, too.
    assert picture.svg.count('r="8.5"') == 4 + 3
    with pytest.raises(TileError, match=r"melded: R7 can't be marked.*not so often"):
        hand_picture("R7 B7", melded="R7 R7")
    with pytest.raises(TileError, match="dead_wood: R7"):
        hand_picture("R7 B7", melded="R7", dead_wood="R7")


def test_the_indicator_of_okey_makes_tiles_wild_and_reads_the_false_joker() -> None:
    okey = rs.find_variant("okey")
    context = rs.Context(indicator="B13")
    picture = hand_picture(okey.parse("B1 B1 F K1"), variant=okey, context=context)
    assert "Wild: blue 1 and 1. The false joker counts as blue 1." in picture.text
    assert tiles_seen(picture) == ["1B", "1B", "1K", "1B"]
    assert len(re.findall(">wild<", picture.svg)) == 1
    twin = rs.find_variant("okey-101").with_rules(false_joker_is="indicator")
    assert "counts as blue 13" in hand_picture("F", variant=twin, context=context).text
    # Without an indicator nothing is known of either.
    assert hand_picture("B1 F", variant=okey).text == "2 tiles: blue 1; false joker."
    with pytest.raises(VariantError, match="give the variant"):
        hand_picture("B1", context=context)
    with pytest.raises(VariantError, match="has no indicator"):
        hand_picture("B1", variant="sabra", context=context)


def test_an_arrangement_shows_melds_and_dead_wood_with_their_points() -> None:
    arrangement = rs.arrange("R3 R4 R5 R6 R7 B6 K6", SABRA, best="tiles")
    picture = picture_of(arrangement)
    seen = tiles_seen(picture)
    assert Counter(seen) == Counter(as_seen(tile) for tile in arrangement.hand)
    assert seen[-1] == "7R"
    assert picture.text.startswith("2 melds of 6 of the 7 tiles, 30 points: group of 6s: ")
    assert picture.text.endswith("Dead wood, 1 tile, 7 points: red 7.")
    # Melds of Gin count nothing, its dead wood does; in Okey nothing does.
    gin = picture_of(rs.arrange("5S 5H 5D KC", "gin")).text
    assert gin == "1 meld of 3 of the 4 cards: group of 5s: spades, hearts, diamonds. " + (
        "Dead wood, 1 card, 10 points: king of clubs."
    )
    assert "point" not in picture_of(rs.arrange("R5 B5 K5 R1", "okey")).text
    assert picture_of(rs.arrange("R1 B3", SABRA)).text.startswith("No meld. Dead wood, 2 tiles, 4")
    assert picture_of(rs.arrange("R1 R2 R3", SABRA)).text.endswith("1, 2, 3. No dead wood.")


def test_a_position_shows_every_tile_once(records: dict[str, rs.Record]) -> None:
    for record in records.values():
        state = record.turns[len(record.turns) // 2].before
        seen = Counter(tiles_seen(picture_of(state)))
        racks = Counter(as_seen(tile) for hand in state.hands for tile in hand)
        beside = Counter(as_seen(tile) for tile in (*state.discards, *state.beside))
        plain = Counter(as_seen(tile) for tile in state.table.tiles if tile.number)
        assert racks + beside + plain <= seen
        assert seen[""] == (len(state.pool) > 0)
        assert sum(seen.values()) == (
            sum(map(len, state.hands))
            + len(state.discards)
            + len(state.beside)
            + len(state.table.tiles)
            + (len(state.pool) > 0)
        )


def test_a_player_sees_no_tile_that_only_others_know(records: dict[str, rs.Record]) -> None:
    for game, record in records.items():
        state = record.turns[len(record.turns) // 2].before
        view = view_of(state)
        picture = picture_of(view)
        known = sum(len(shown) for seat, shown in enumerate(view.shown) if seat != view.seat)
        hidden = sum(view.tiles_left) - len(view.hand) - known
        assert tiles_seen(picture).count("") == hidden + (view.pool > 0), game
        # Other tiles in the hands of others make no other picture.
        pool = list(state.pool)
        others = [seat for seat in range(state.players) if seat != state.seat]
        if not view.shown and len(pool) >= len(state.hands[others[0]]):
            other = state.hand.tile_set.hand(pool[: len(state.hands[others[0]])])
            hands = list(state.hands)
            hands[others[0]] = other
            changed = replace(state, hands=tuple(hands))
            assert picture_of(view_of(changed)) == picture


def test_racks_can_lie_face_down(records: dict[str, rs.Record]) -> None:
    state = records["sabra"].turns[0].before
    picture = rs.position_picture(state, racks=False, names=["Ada", "Ben", "Caro", "<Dan>"])
    assert tiles_seen(picture) == [""] * (1 + sum(map(len, state.hands)))
    assert picture.text.count(" (Ada)") == 1
    assert "&lt;Dan&gt;" in picture.svg
    assert not any(COLOR_NAMES[color] in picture.text for color in "RBKY")


def test_a_turn_shows_what_it_laid(records: dict[str, rs.Record]) -> None:
    for game in ("sabra", "romanian"):
        for turn in records[game].turns:
            picture = picture_of(turn)
            assert ("Laid just now" in picture.text) == bool(turn.played)
            key = "laid just now" in picture.svg
            assert picture.svg.count('r="8.5"') == len(turn.played) + key


def test_a_tile_counts_as_laid_in_the_meld_that_is_new() -> None:
    record = rs.play(SABRA.with_rules(players=2), "optimal", seed=4)
    turn = record.turns[6]
    # A blue and a black 11 join the red one, which leaves its run.
    assert [str(tile) for tile in turn.played] == ["B11", "K11"]
    assert "group of 11s: red, blue, black" in picture_of(turn).text
    play = rs.solve_table("{R4 R5 R6 R7}", "B7 K7 Y1", SABRA)
    assert "Laid just now: blue 7; black 7." in picture_of(play).text


def test_owners_of_melds_are_told() -> None:
    melds = rs.Table.parse("{R3 R4 R5} {B7 K7 Y7} {R1 R2 R3}", SABRA).melds
    start = rs.play(SABRA, "random", seed=1).turns[0].before
    claims = (rs.Table(melds[:1]), rs.Table(), rs.Table(melds[1:2]), rs.Table())
    state = replace(start, table=rs.Table(melds), claims=claims)
    picture = picture_of(state)
    assert "Seat 1 owns run in red: 3, 4, 5. Seat 3 owns group of 7s" in picture.text
    lines = re.findall(r">(Melds of [^<]+)<", picture.svg)
    assert lines == ["Melds of nobody", "Melds of seat 1", "Melds of seat 3"]


def test_the_picture_in_the_readme_is_the_one_of_its_example() -> None:
    folder = Path(__file__).parents[1]
    picture = picture_of(rs.arrange("R10 B10 J R4 R5 R6 Y1", SABRA))
    assert (folder / "docs" / "tiles.svg").read_text(encoding="utf-8") == picture.svg
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert f"![{picture.text}](docs/tiles.svg)" in readme


def test_pictures_in_one_page_have_ids_of_their_own(things: list[object]) -> None:
    everything = [picture_of(thing, style=style).svg for thing in things for style in STYLES]
    twins = [rs.tile_picture("R7", name=name).svg for name in ("", "left", "right")]
    ids = re.findall(r' id="([^"]+)"', "".join(dict.fromkeys(everything)) + "".join(twins))
    assert len(ids) == len(set(ids)) > 2 * len(STYLES) * 20


def test_the_same_thing_is_the_same_picture_in_any_process() -> None:
    code = "import rummistats as rs; print(rs.hand_picture('R7 B7 J', melded='J').svg)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == hand_picture("R7 B7 J", melded="J").svg


def test_nothing_heavy_is_loaded_for_a_picture() -> None:
    code = (
        "import sys, rummistats as rs; rs.hand_picture('R7 B7 J'); "
        "print({'numpy', 'matplotlib', 'pandas', 'scipy', 'numba'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "set()"


def test_notebooks_get_the_picture_with_its_words(things: list[object]) -> None:
    for thing in (Tile("R", 7), *things):
        if isinstance(thing, TileSet):
            continue
        bundle = thing._repr_mimebundle_()
        assert sorted(bundle) == ["image/svg+xml", "text/html", "text/plain"]
        picture = picture_of(thing)
        assert bundle["image/svg+xml"] == picture.svg
        image = ElementTree.fromstring(bundle["text/html"].replace('auto">', 'auto"/>'))
        assert image.get("alt") == picture.text
        source = image.get("src", "").removeprefix("data:image/svg+xml;base64,")
        assert base64.b64decode(source).decode() == picture.svg
        if isinstance(thing, Hand | rs.Table | Tile):
            assert bundle["text/plain"] == repr(thing)
        assert bundle["text/plain"].strip()


def test_a_terminal_is_given_text_alone() -> None:
    hand = SABRA.parse("R7 B7")
    assert hand._repr_mimebundle_(include=["text/plain"]) == {"text/plain": "Hand('R7 B7')"}
    assert "text/html" not in hand._repr_mimebundle_(exclude=["text/html"])
    record = rs.play(SABRA.with_rules(players=2), "random", seed=1)
    assert record._repr_mimebundle_(include=["text/plain"])["text/plain"] == record.to_text()
    text = record.last._repr_mimebundle_(include=["text/plain"])["text/plain"]
    assert text == rs.draw_position(record.last)
    best = rs.arrange("R3 R4 R5 K1", SABRA)
    assert best._repr_mimebundle_()["text/plain"] == "R3 R4 R5; dead wood: K1"


def test_the_size_and_title_can_be_chosen() -> None:
    small, large = hand_picture("R7"), hand_picture("R7", scale=2.5, title="One < two")
    view_box = re.search(r'viewBox="[^"]+"', small.svg)
    assert view_box
    assert view_box[0] in large.svg
    assert float(ElementTree.fromstring(large.svg).get("width", 0)) == pytest.approx(
        2.5 * float(ElementTree.fromstring(small.svg).get("width", 0))
    )
    assert large.title == "One < two"
    assert "One &lt; two</title>" in large.svg


def test_a_picture_is_saved_whole_or_not_at_all(tmp_path: Path) -> None:
    picture = hand_picture("R7 B7 J")
    assert picture.save(tmp_path / "hand.svg") == tmp_path / "hand.svg"
    assert (tmp_path / "hand.svg").read_text(encoding="utf-8") == picture.svg
    with pytest.raises(RummistatsError, match=r"hand\.png.*ends in \.svg"):
        picture.save(tmp_path / "hand.png")
    with pytest.raises(RummistatsError, match="a picture needs a folder that exists"):
        picture.save(tmp_path / "none" / "hand.svg")
    assert [file.name for file in tmp_path.iterdir()] == ["hand.svg"]


@pytest.mark.parametrize(
    ("draw", "error", "words"),
    [
        (lambda: hand_picture("R7 R77x"), TileError, "'R77x' is not a tile"),
        (lambda: hand_picture(7), TileError, "7 are no tiles"),
        (lambda: hand_picture(["R7"]), TileError, "'R7' is no Tile"),
        (lambda: hand_picture("R7", style="sepia"), RummistatsError, "light, dark or print"),
        (lambda: hand_picture("R7", scale=0), RummistatsError, "scale=0"),
        (lambda: hand_picture("R7", scale=float("nan")), RummistatsError, "scale=nan"),
        (lambda: hand_picture("R7", per_row=0), RummistatsError, "per_row=0"),
        (lambda: hand_picture("R7", per_row=2.5), RummistatsError, "per_row=2.5"),
        (lambda: rs.meld_picture("R7 B7 K7"), TileError, "is no meld"),
        (lambda: table_picture("{R7 B7 K7}"), TableError, "are no meld objects"),
        (lambda: table_picture([], laid="R7"), TableError, "laid: R7"),
        (lambda: rs.arrangement_picture("R7"), RummistatsError, "is no arrangement"),
        (lambda: rs.tile_set_picture(7), TileError, "is no tile set"),
        (lambda: rs.position_picture("sabra"), PlayError, "is no position"),
        (lambda: picture_of("R7 B7"), RummistatsError, "there are pictures of"),
    ],
)
def test_what_is_no_such_thing_is_a_clear_error(draw, error, words) -> None:
    with pytest.raises(error, match=re.escape(words)):
        draw()
