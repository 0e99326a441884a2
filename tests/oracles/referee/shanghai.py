"""Shanghai Rummy: every turn of a recorded round judged by rules/shanghai.md.

The rule file has no end for a round in which nothing is laid any more. It is one without a winner
when the stock runs out twice with nothing laid between, or when the players only take each other's
discards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.oracles.referee.melds import Meld, Table, is_group, row_of
from tests.oracles.referee.position import (
    CIRCLES,
    Line,
    Position,
    count_passes,
    done,
    end_if_out,
    end_turn,
    laid_table,
    require,
    require_told,
    require_turn,
    wrong_results,
)
from tests.oracles.referee.tiles import JOKER, Tile, Tiles, read_tile, read_tiles, told


def set_up(position: Position) -> None:
    """The card that is turned up begins the discards."""
    require(position.row, "no card is turned up")
    position.upcard = position.row[0]


def follow(position: Position, line: Line) -> None:
    """Follow a turn: a card is drawn, perhaps after a buy, cards are laid and one discarded.

    Raises
    ------
    Fault
        If it breaks a rule or is not told of truly.
    """
    require_turn(position, line)
    actions = done(line)
    from_discards = draw(position, line, actions)
    opened, position.bonus = position.opened[position.seat], ""
    laid = False
    if not position.ended:
        while actions and "lay" in actions[0]:
            require(position.hand, "the round had ended")
            lay(position, actions.pop(0), opened)
            laid = True
        require(actions or not position.hand, "a turn ends with a discard")
        if actions:
            card = read_tile(actions.pop(0)["discard"])
            position.take(Counter([card]))
            position.row.append(card)
        end_if_out(position)
    require(not actions, f"{actions} is too much")
    require_told(position, line, points(position.hand, position.rules))
    require(line["opened"] == position.opened[position.seat], "the contract is told wrongly")
    if not position.ended:
        count_passes(position, from_discards and not laid, CIRCLES)
    if not position.ended:
        refill(position)
    end_turn(position)


def draw(position: Position, line: Line, actions: list[Line]) -> bool:
    """ "Player on turn has the first right"; if he draws, "any other player may buy".

    Return whether the discard was taken by the player on turn.
    """
    bought = {
        int(seat): Counter(read_tiles(cards)) for seat, cards in line.get("bought", {}).items()
    }
    if actions.pop(0)["take"] == "discards":
        require(not bought, "nobody buys what the player on turn takes")
        card = position.row.pop()
        position.give(Counter([card]))
        position.drawn += Counter([card])
        return True
    buyer = who_buys(position, bought, actions)
    if buyer is not None:
        buy(position, buyer, bought[buyer])
    if not position.ended:
        refill(position)
    if not position.ended:
        position.draw(1, line)
    return False


def who_buys(position: Position, bought: dict[int, Tiles], actions: list[Line]) -> int | None:
    """Take off the list what the others said; return who has bought, if somebody has."""
    seats, passed = asked(position), 0
    while passed < len(seats) and "pass" in actions[0]:
        actions.pop(0)
        passed += 1
    if passed == len(seats):
        require(not bought, "nobody has bought")
        return None
    require(actions.pop(0) == {"take": "discards"}, "a buyer takes the discard")
    # Who is the first to call, is a matter of luck.
    by_lot = position.rules["buy_priority"] == "first_to_call"
    [buyer] = bought
    require(buyer in (seats if by_lot else [seats[passed]]), "another player has bought")
    return buyer


def buy(position: Position, seat: int, cards: Tiles) -> None:
    """ "The buyer takes the discard and the top stock card." """
    position.buys[seat] += 1
    came = Counter([position.row.pop()])
    for _ in range(position.rules["buy_cost_cards"]):
        if not position.ended:
            refill(position)
        if not position.ended:
            came += position.pool.draw(1, cards - came)
    require(came == cards, f"{told(came)} came to the buyer")
    position.hands[seat] += came


def refill(position: Position) -> None:
    """ "The discard pile except its top card is shuffled as new stock." """
    if len(position.pool):
        return
    if len(position.row) < 2 or position.idle:
        position.ended = "blocked"
        return
    position.pool.shuffled = Counter(position.row[:-1])
    del position.row[:-1]
    position.idle = 1


def most_buys(position: Position) -> int:
    """ "int or dict by round": between those the number of the last one before holds."""
    most = position.rules["max_buys"]
    if not isinstance(most, dict):
        return int(most)
    rounds = [int(each) for each in most if int(each) <= position.round]
    return int(most[str(max(rounds))]) if rounds else 4


def asked(position: Position) -> list[int]:
    """ "Nearest to the left of the player on turn", who has bought less than he may."""
    rules, players = position.rules, len(position.hands)
    if not position.row or (position.turn == 0 and not rules["first_upcard_buyable"]):
        return []
    seats = [(position.seat + step) % players for step in range(1, players)]
    if rules["buy_priority"] == "left_of_dealer":
        start = (position.seat - position.turn) % players
        seats.sort(key=lambda seat: (seat - start) % players)
    return [seat for seat in seats if position.buys[seat] < most_buys(position)]


def lay(position: Position, action: Line, opened: bool) -> None:
    """ "Optional, only one of the two in a turn": the contract, or cards laid off."""
    rules, before = position.rules, position.table
    jokers_held = position.hand[JOKER] > 0
    played = Counter(read_tiles(action["lay"]))
    after = laid_table(position, action, played)
    ways = list(stayed(before, after, rules))
    require(ways, "a meld did not stay together")
    if not position.opened[position.seat]:
        rule = rules["swap_before_contract"]
        ways = [(new, exact, freed) for new, exact, freed in ways if exact]
        ways = [way for way in ways if is_contract(way[0], position)]
        require(ways, "this is not the contract alone")
        freed = min(freed for _, _, freed in ways)
        require(not freed or rule != "never", "a joker was picked up before the contract")
        scope = played[JOKER] if rules["no_joker_bonus_scope"] == "cards_laid" else jokers_held
        position.bonus = "joker" if scope or freed else "none"
        position.opened[position.seat] = True
    else:
        require(opened or rules["meld_and_layoff_same_turn"], "not in the turn of the contract")
        require(rules["extra_melds"] or any(not new for new, _, _ in ways), "a new meld was laid")
        if not opened and (played[JOKER] or all(freed for _, _, freed in ways)):
            position.bonus = "joker"
    position.table, position.idle = after, 0
    kept = position.hand or not rules["final_discard"]
    require(kept, "the last card must be discarded")


def stayed(before: Table, after: Table, rules: dict[str, Any]) -> Iterator[tuple[Table, bool, int]]:
    """Yield the new melds, whether no old one got longer, and how many jokers were exchanged."""
    if not before:
        yield after, True, 0
        return
    for place, meld in enumerate(after):
        freed = exchanged(before[0], meld, rules)
        if freed is None:
            continue
        same = len(meld.pieces) == len(before[0].pieces)
        rest = after[:place] + after[place + 1 :]
        for new, exact, more in stayed(before[1:], rest, rules):
            yield new, exact and same, freed + more


def exchanged(old: Meld, meld: Meld, rules: dict[str, Any]) -> int | None:
    """Return how many jokers of an old meld were exchanged in a later one; None if it is none."""
    if is_group(old, rules) != is_group(meld, rules) or old.real - meld.real:
        return None
    if is_group(old, rules):
        if next(iter(old.real)).number != next(iter(meld.real)).number:
            return None
        short = len(meld.pieces) < len(old.pieces)
        return None if short else max(0, len(old.jokers) - len(meld.jokers))
    stands = Counter(next(iter(reading)) for reading in old.jokers)
    wild = Counter(next(iter(reading)) for reading in meld.jokers)
    real = meld.real - old.real
    gone = stands - wild
    return gone.total() if gone <= real else None


def is_contract(melds: Table, position: Position) -> bool:
    """ "The whole contract of the round, in one turn", of separate melds."""
    rules = position.rules
    groups, runs = rules["contracts"][position.round - 1]
    laid_groups = [meld for meld in melds if is_group(meld, rules)]
    laid_runs = [meld for meld in melds if not is_group(meld, rules)]
    for laid, asked_for in ((laid_groups, groups), (laid_runs, runs)):
        sizes = sorted(len(meld.pieces) for meld in laid)
        if len(sizes) != len(asked_for):
            return False
        for size, fewest in zip(sizes, sorted(asked_for), strict=True):
            if size < fewest or (rules["contract_size"] == "exact" and size > fewest):
                return False
    numbers = [next(iter(meld.real)).number for meld in laid_groups]
    if not rules["same_rank_sets"] and len(set(numbers)) < len(numbers):
        return False
    return rules["adjacent_sequences"] or not any(
        continues(one, other, rules) for one in laid_runs for other in laid_runs
    )


def continues(one: Meld, other: Meld, rules: dict[str, Any]) -> bool:
    """Return whether a run begins where another one ends."""
    first, then = ([next(iter(piece.readings)) for piece in meld.pieces] for meld in (one, other))
    if first[0].color != then[0].color:
        return False
    ends = row_of(tuple(tile.number for tile in first), rules)
    begins = row_of(tuple(tile.number for tile in then), rules)
    assert ends
    assert begins
    return begins[0] == ends[-1] + 1 and ends[-1] != 1


def points(cards: Tiles, rules: dict[str, Any]) -> int:
    """ "2–9 face value; 10, J, Q, K 10; ace 15; joker 25." """

    def value(card: Tile) -> int:
        if card == JOKER:
            return int(rules["joker_rack_value"])
        if card.number == 1:
            return int(rules["ace_value"])
        if card.number >= 10:
            return 10
        return card.number if rules["number_card_value"] == "face" else 5

    return sum(map(value, cards.elements()))


def broken_end_rules(position: Position, head: Line) -> list[str]:
    """Return what is wrong with the end of a round."""
    if not position.ended:
        return ["the record ends before the deal"]
    scores = [Fraction(points(hand, position.rules)) for hand in position.hands]
    out = [seat for seat, hand in enumerate(position.hands) if not hand]
    if position.bonus:
        rule = {"joker": "one_turn_bonus", "none": "one_turn_no_joker_bonus"}[position.bonus]
        scores[out[0]] -= position.rules[rule]
    return wrong_results(position, head, scores, out)
