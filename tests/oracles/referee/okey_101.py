"""101 Okey: every turn of a recorded deal judged by rules/okey-101.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from tests.oracles.referee import indicator
from tests.oracles.referee.indicator import (
    came,
    end_turn,
    is_legal,
    is_pair,
    order,
    read_melds,
    require_all_told,
    require_same_tiles,
    said,
)
from tests.oracles.referee.melds import (
    Meld,
    Piece,
    Table,
    is_run,
    make_meld,
    real_piece,
    tiles_of,
    value_of,
)
from tests.oracles.referee.position import Line, Position, require, require_turn, wrong_results
from tests.oracles.referee.tiles import JOKER, Tile, Tiles, colors_of, read_tile, read_tiles

set_up = indicator.set_up


class Turn:
    """What has happened in a turn so far."""

    def __init__(self, position: Position) -> None:
        self.before = Counter(position.hand)
        self.gone: Tiles = Counter()
        self.taken: Tile | None = None
        self.drawn = position.turn == 0
        self.added = 0
        self.opened = False
        self.over = False


def follow(position: Position, line: Line) -> None:
    """Follow a turn: a draw or the discard taken, melds laid, and a discard.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    turn = Turn(position)
    for action in line["actions"]:
        require(not turn.over and not position.ended, "the turn was over")
        if not turn.drawn and "fail" in action:
            continue  # Before a tile is taken an illegal action is refused.
        if not turn.drawn:
            draw(position, turn, action, line)
        elif "lay" in action:
            lay(position, turn, action)
        elif "pass" in action:
            require(must_use(position, turn), "a turn ends with a discard")
            put_back(position, turn, position.rules["discard_take_back_penalty"], line)
        elif "discard" in action:
            require(not must_use(position, turn), "the discard that was taken was not laid")
            discard(position, turn, read_tile(action["discard"]))
        else:
            require("fail" in action, f"{action} is no action")
            fail(position, turn, line)
    require(turn.over or position.ended, "the turn did not end")
    drawn = came(turn.before, position.hand, turn.gone)
    require_all_told(position, line, drawn, points(position.hand, position.rules))
    require(line["opened"] == bool(position.ways[position.seat]), "who has opened is told wrongly")
    end_turn(position)


def draw(position: Position, turn: Turn, action: Line, line: Line) -> None:
    """ "Draw either the next face-down tile or the tile just discarded"; or refuse both."""
    turn.drawn = True
    place = action.get("take", "")
    if not position.pool and "pass" in action:
        position.ended = "blocked"
    elif place == "discards":
        turn.taken = position.row.pop()
        position.give(Counter([turn.taken]))
    else:
        require(place == "pool" and len(position.pool), f"{action} is no draw")
        position.give(position.pool.draw(1, Counter()))


def must_use(position: Position, turn: Turn) -> bool:
    """Return whether the discard that was taken has still to be laid."""
    if turn.taken is None:
        return False
    if not position.ways[position.seat] or not len(position.pool):
        return True
    return bool(position.rules["discard_must_be_used"])


def put_back(position: Position, turn: Turn, fine: bool, line: Line) -> None:
    """ "The tile is returned and a tile is drawn." """
    assert turn.taken is not None
    position.take(Counter([turn.taken]))
    position.row.append(turn.taken)
    position.events[position.seat] += bool(fine)
    turn.taken = None
    if len(position.pool):
        position.give(position.pool.draw(1, Counter()))
    else:
        position.ended = "blocked"


def may_lay(position: Position) -> bool:
    return position.turn > 0 or bool(position.rules["starter_may_open"])


def lay(position: Position, turn: Turn, action: Line) -> None:
    """Lay melds or add tiles: an opening, or what somebody may who has opened."""
    require(may_lay(position), "the starter may not open")
    rules, seat = position.rules, position.seat
    used = Counter(read_tiles(action["lay"]))
    require(used, "nothing was played")
    after = read_melds(action["table"], rules)
    position.take(used)
    require(position.hand, "no tile is left to be discarded")
    if not position.ways[seat]:
        new = list((Counter(after) - Counter(position.table)).elements())
        require(not Counter(position.table) - Counter(after), "the table was changed")
        require_same_tiles(new, used)
        require(turn.taken is None or used[turn.taken], "the opening is without the discard")
        whole = position.hand.total() == 1
        position.ways[seat] = opened(new, whole, turn, rules)
        turn.opened = True
    else:
        returned = tiles_of(position.table) + used - tiles_of(after)
        require(set(returned) <= {JOKER}, "a tile was taken from the table")
        require_same_tiles(after, tiles_of(position.table) + used - returned)
        ways = list(continued(position.table, after, used, returned.total(), rules))
        require(ways, "a meld did not stay together")
        kind = position.ways[seat]
        may_pair = kind == "pairs" or (rules["series_may_add_pairs"] and "pairs" in position.ways)
        good = [
            new
            for new in ways
            if (kind == "melds" or all(map(is_pair, new)))
            and (may_pair or not any(map(is_pair, new)))
        ]
        require(good, f"who has opened with {kind} may not lay this")
        turn.added += (in_melds(after) - in_melds(position.table)).total()
        most = rules["pairs_addon_limit"]
        if kind == "pairs" and most is not None:
            require(turn.added <= most, "too many tiles were added")
        position.give(returned)
    position.table = after
    turn.gone += used
    if turn.taken is not None and used[turn.taken]:
        turn.taken = None
    if rules["all_pairs_void"] and set(position.ways) == {"pairs"}:
        position.ended = "blocked"


def in_melds(table: Table) -> Tiles:
    return tiles_of([meld for meld in table if not is_pair(meld)])


def opened(new: Table, whole: bool, turn: Turn, rules: Line) -> str:
    """ "Total face value ≥ 101", "at least 5 pairs", or all tiles in sets and runs."""
    pairs = sum(map(is_pair, new))
    if pairs:
        require(pairs == len(new), "pairs and other melds were laid as an opening")
        require(rules["open_pairs"] and pairs >= rules["open_pairs"], "there are too few pairs")
        return "pairs"
    if sum(value_of(meld, rules) for meld in new) < rules["open_points"]:
        allowed = whole and (turn.taken is None or rules["low_finish_with_discard"])
        require(allowed, "the opening is worth too little")
    return "melds"


def continued(
    before: Table, after: Table, used: Tiles, returned: int, rules: Line
) -> Iterator[Table]:
    """Yield the melds that are new, for each way in which all old ones can be found again."""
    if not before:
        # A joker that went to the rack was exchanged; what is over was laid again.
        if returned <= 0 or rules["joker_swap"] == "keep":
            yield after
        return
    for kept, exchanged in versions(before[0], used, rules):
        if exchanged and rules["joker_swap"] == "off":
            continue
        for rest in found_again(kept, after, rules):
            left = used - exchanged
            yield from continued(before[1:], rest, left, returned, rules)


def versions(meld: Meld, used: Tiles, rules: Line) -> Iterator[tuple[Table, Tiles]]:
    """Yield what must be found again of a meld, and the tiles that replaced its jokers."""
    yield [meld], Counter()
    if is_pair(meld):
        return
    wild = sorted(said(meld))
    for count in range(1, len(wild) + 1):
        for tiles in combinations(wild, count):
            if Counter(tiles) <= used:
                yield [replaced(meld, tiles)], Counter(tiles)
    if rules["split_runs"] and is_run(meld, rules):
        numbers = sorted(next(iter(piece.readings)).number for piece in meld.pieces)
        for number in numbers[2:-2]:
            low = [p for p in meld.pieces if next(iter(p.readings)).number <= number]
            high = [p for p in meld.pieces if next(iter(p.readings)).number >= number]
            [middle] = [p for p in low if p in high]
            tile = next(iter(middle.readings))
            if used[tile] and len(numbers) == numbers[-1] - numbers[0] + 1:
                rest = [piece for piece in high if piece != middle]
                yield [make_meld(low), make_meld([real_piece(tile), *rest])], Counter()
                rest = [piece for piece in low if piece != middle]
                yield [make_meld([*rest, real_piece(tile)]), make_meld(high)], Counter()


def replaced(meld: Meld, tiles: tuple[Tile, ...]) -> Meld:
    """Return a meld with real tiles for some of its jokers."""
    left = said(meld) - set(tiles)
    in_set = len({tile.number for tile in [*meld.real, *said(meld)]}) == 1
    pieces = [piece for piece in meld.pieces if piece.tile != JOKER]
    pieces += map(real_piece, tiles)
    pieces += [Piece(JOKER, left if in_set else frozenset({tile})) for tile in left]
    return make_meld(pieces)


def found_again(kept: Table, after: Table, rules: Line) -> Iterator[Table]:
    """Yield the melds of a new table beside those that contain some old ones."""
    if not kept:
        yield after
        return
    for place, meld in enumerate(after):
        if contains(meld, kept[0], rules):
            yield from found_again(kept[1:], after[:place] + after[place + 1 :], rules)


def contains(meld: Meld, old: Meld, rules: Line) -> bool:
    """Return whether a meld is an old one with more tiles or none."""
    if is_pair(meld) or is_pair(old):
        return meld == old
    if is_run(meld, rules) and is_run(old, rules):
        return not Counter(old.pieces) - Counter(meld.pieces)
    if is_run(meld, rules) or is_run(old, rules):
        return False
    return old.real <= meld.real and said(old) <= said(meld)


def fits(tile: Tile, table: Table, rules: Line) -> bool:
    """ "A tile that fits one of the table's sets or runs": only plain additions count."""
    for meld in table:
        if is_pair(meld):
            continue
        if is_run(meld, rules):
            colors = {next(iter(piece.readings)).color for piece in meld.pieces}
            places = [Tile(c, n) for c in colors for n in range(1, rules["numbers"] + 1)]
        else:
            number = next(iter(meld.real)).number
            places = [Tile(color, number) for color in colors_of(rules)]
        for place in places:
            if tile not in (JOKER, place):
                continue
            if place in said(meld) or place in meld.real:
                continue
            longer = [*meld.pieces, Piece(tile, frozenset({place}))]
            if is_legal(make_meld(longer), rules):
                return True
    return False


def discard(position: Position, turn: Turn, tile: Tile) -> None:
    """ "Every turn ends with a discard, including the last of the deal." """
    rules, seat = position.rules, position.seat
    position.take(Counter([tile]))
    turn.gone += Counter([tile])
    position.row.append(tile)
    turn.over = True
    if not position.hand and position.ways[seat]:
        position.ended, position.winner = "out", seat
        position.events[seat] += tile == JOKER and rules["joker_finish_penalty"]
        alone = not any(way for other, way in enumerate(position.ways) if other != seat)
        alone = alone or rules["concealed_if_others_opened"]
        position.concealed = turn.opened and alone and position.ways[seat] == "melds"
        return
    events = (tile == JOKER) + fits(tile, position.table, rules)
    position.events[seat] += events if rules["stack_discard_penalties"] else min(events, 1)
    if not len(position.pool) and rules["exhaustion"] == "at_last_discard":
        position.ended = "blocked"


def fail(position: Position, turn: Turn, line: Line) -> None:
    """A play that was taken back: a penalty, and a harmless tile is discarded."""
    rules = position.rules
    position.events[position.seat] += may_lay(position)
    if must_use(position, turn):
        put_back(position, turn, False, line)
        if position.ended:
            return
    hand = sorted(position.hand, key=lambda tile: order(tile, rules))
    harmless = [t for t in hand if t != JOKER and not fits(t, position.table, rules)]
    gone = Counter(turn.gone)
    discard(position, turn, (harmless or hand)[0])
    # The record does not tell of this discard.
    turn.gone = gone


def points(hand: Tiles, rules: Line) -> int:
    """ "Sum of face values of the tiles left; a real joker left counts 101." """
    return sum(rules["joker_rack_value"] if t == JOKER else t.number for t in hand.elements())


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a deal."""
    if not position.ended:
        return ["the record ends before the deal"]
    seats = range(len(position.hands))
    winners: list[int] = []
    if position.winner is not None:
        winners = [position.winner]
        if position.rules["partners"]:
            winners = sorted([position.winner, (position.winner + 2) % 4])
    if position.rules["all_pairs_void"] and set(position.ways) == {"pairs"}:
        scores = [Fraction(0) for _ in seats]
    else:
        fines = [position.rules["penalty"] * position.events[seat] for seat in seats]
        scores = [Fraction(score(position, seat, winners) + fines[seat]) for seat in seats]
    return wrong_results(position, head, scores, winners)


def score(position: Position, seat: int, winners: list[int]) -> int:
    """Return what a seat scores by the table of the rule file."""
    rules, winner, way = position.rules, position.winner, position.ways[seat]
    jokers, times = position.hands[seat][JOKER], 1
    if winner is None:
        kind = rules["no_winner_scoring"]
        if kind == "zero" or (kind == "opened_only" and not way):
            return 0
        if not way:
            return int(rules["not_opened"])
    else:
        last, with_pairs = position.row[-1] == JOKER, position.ways[winner] == "pairs"
        times = (2 if last else 1) * (2 if with_pairs else 1)
        if position.concealed and rules["finish_from_hand_bonus"]:
            times *= 2
        if seat == winner:
            return -int(rules["win_score"]) * times
        if seat in winners:
            return 0
        if not way:
            usual = int(rules["not_opened"]) * times
            return int(rules["unopened_when_pairs_joker"]) if last and with_pairs else usual
    if way == "pairs":
        times *= 2
    of_jokers = jokers * int(rules["joker_rack_value"])
    plain = points(position.hands[seat], rules) - of_jokers
    return plain * times + of_jokers * (times if rules["joker_multiplied"] else 1)
