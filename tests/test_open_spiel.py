"""Gin as OpenSpiel plays it: the same deals and moves give the same legal moves and results.

OpenSpiel plays without big gin, lets a card that was taken be put back and the last discard be
taken to knock, gives nothing for a tie, and lays melds and lay-offs one by one, runs of six or
more as several. Both sides are told every move, and after each of them they must agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from rummistats.melds import Group, Meld
from rummistats.play import STRATEGIES, Discard, Knock, Lay, Pass, Take
from rummistats.play.dead_wood import dead_wood
from rummistats.play.extending import added_melds
from rummistats.play.games import gin as rules
from rummistats.play.games.gin import ACT, LAST, LAYOFF, GinState
from rummistats.play.simple import is_legal, single_plays
from rummistats.play.state import view_of
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import find_variant

pyspiel: Any = pytest.importorskip("pyspiel")
OTHER = pyspiel.load_game("gin_rummy")
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK = 52, 53, 54, 55
GIN = find_variant("gin").with_rules(
    big_gin_bonus=None, return_taken=True, last_discard_action=True, undercut_on_tie=False
)


def number(card: Tile) -> int:
    """OpenSpiel's number of a card."""
    return "SCDH".index(card.color) * 13 + card.number - 1


def numbers(cards: Any) -> set[int]:
    return set(map(number, cards))


def lay(other: Any, meld: Meld) -> None:
    """Lay a meld: a long run in pieces of three to five cards."""
    cards = list(map(number, meld.tiles))
    while cards:
        size = len(cards) if isinstance(meld, Group) or len(cards) <= 5 else 3
        piece, cards = cards[:size], cards[size:]
        [action] = [
            action
            for action in other.legal_actions()
            if action > KNOCK and Counter(UTILS.int_to_meld[action - KNOCK - 1]) == Counter(piece)
        ]
        other.apply_action(action)


def follow_layoff(before: GinState, play: Lay | Pass, other: Any) -> None:
    """Lay off card by card, as far as each card fits, then lay the defender's melds."""
    melds: list[Meld] = []
    if isinstance(play, Lay):
        melds = added_melds(before.table, play.table, Counter(play.played), GIN)
        own = Counter(card for meld in melds for card in meld.tiles)
        off = numbers((Counter(play.played) - own).elements())
        while off:
            card = next(card for card in other.legal_actions() if card in off)
            other.apply_action(card)
            off.remove(card)
    if PASS in other.legal_actions() and not other.finished_layoffs():
        other.apply_action(PASS)
    for meld in melds:
        lay(other, meld)
    if not other.is_terminal():
        other.apply_action(PASS)


def fitting(state: GinState) -> set[int]:
    """The single cards that can be laid off."""
    view = view_of(state, may_lay=True)
    return {
        number(card)
        for play in single_plays(view)
        if len(play.played) == 1 and is_legal(view, play)
        for card in play.played
    }


def check_deal(seed: int, random: Random) -> str:
    """Play a deal on both sides; return how it ended."""
    generator = np.random.default_rng(seed)
    deal = GIN.deal_table(seed=seed)
    state, other = rules.begin(GIN, deal, make_seed(seed)), OTHER.new_initial_state()
    first = state.seat
    assert deal.face_up is not None
    # In OpenSpiel the player who starts is player 0.
    for card in (*deal.hands[first], *deal.hands[1 - first], deal.face_up):
        other.apply_action(number(card))
    while not state.ended:
        player = (state.seat - first) % 2
        choices = rules.choices(state)
        assert isinstance(state, GinState)
        if state.phase == LAST and Take("discards") in choices:
            # There, taking the last discard and knocking are one move.
            assert other.legal_actions() == [PASS, KNOCK]
            take: Any = choices[random.random() < 0.5]
            state = rules.apply(state, take)
            if take == Pass():
                other.apply_action(PASS)
            continue
        assert other.current_player() == player
        legal = set(other.legal_actions())
        for seat in range(2):
            cards = sorted(numbers(state.hands[seat]))
            points = sum(map(GIN.rack_points_of, state.hands[seat]))
            if state.phase != LAYOFF:
                assert UTILS.min_deadwood(cards) == least(state, seat), points
        action = choose(state, choices, random, generator)
        if state.phase == ACT and isinstance(action, Discard | Knock):
            knocks = {number(c.tile) for c in choices if isinstance(c, Knock) and c.tile}
            told = {number(c.tile) for c in choices if isinstance(c, Discard)}
            # Whoever takes the last discard here has to knock; there it is one move.
            told |= {PASS} if state.must_knock else set()
            assert legal == told | ({KNOCK} if knocks else set())
            if isinstance(action, Discard):
                other.apply_action(number(action.tile))
            else:
                other.apply_action(KNOCK)
                assert set(other.legal_actions()) == knocks
                assert action.tile is not None
                other.apply_action(number(action.tile))
                for meld in action.lay.table:
                    lay(other, meld)
                other.apply_action(PASS)
        elif state.phase == LAYOFF:
            gin = not sum(map(GIN.rack_points_of, state.hands[1 - state.seat]))
            off = {move for move in legal if move < DRAW_UPCARD}
            assert off == (set() if gin else fitting(state))
            follow_layoff(state, action, other)
        else:
            moves = {Take("discards"): DRAW_UPCARD, Take("pool"): DRAW_STOCK, Pass(): PASS}
            assert legal == {moves[choice] for choice in choices}
            other.apply_action(moves[action])
            if action == Take("pool"):
                assert other.is_chance_node()
                other.apply_action(number(state.pool[0]))
        state = rules.apply(state, action)
    assert other.is_terminal()
    scores = rules.scores(state)
    ahead = int(scores[first] - scores[1 - first])
    assert other.returns() == [ahead, -ahead]
    return result(state)


def least(state: GinState, seat: int) -> int:
    """The least dead wood, after the best discard if there are eleven cards."""
    hand = state.hands[seat]
    if len(hand) == 10:
        return dead_wood(hand, GIN)
    return min(dead_wood(hand - GIN.table_set.hand([card]), GIN) for card in hand)


def choose(state: GinState, choices: Any, random: Random, generator: Any) -> Any:
    """Play well most of the time, or else anything; some knocks are put off.

    A card that was taken is not put back: after two such moves OpenSpiel ends the game.
    """
    if state.source == "discards":
        choices = tuple(choice for choice in choices if choice != Discard(state.taken[-1]))
    view = view_of(state, choices, rules.may_lay(state))
    if state.phase == LAYOFF and random.random() < 0.3:
        plays = [play for play in single_plays(view) if is_legal(view, play)]
        return random.choice([*plays, Pass()])
    if random.random() < 0.3:
        calm = [choice for choice in choices if not isinstance(choice, Knock)] or choices
        return random.choice(calm)
    name = random.choice(["greedy", "cautious", "hold_back"])
    return STRATEGIES[name].choose(view, generator)


def result(state: GinState) -> str:
    if state.knocker is None:
        return "void"
    if not sum(map(GIN.rack_points_of, state.hands[state.knocker])):
        return "gin"
    return "knock" if rules.winners(state) == (state.knocker,) else "undercut"


def results(deals: range) -> Iterator[str]:
    for seed in deals:
        yield check_deal(seed, Random(seed))


def test_sixty_deals() -> None:
    assert set(results(range(60))) >= {"knock", "gin", "undercut"}


@pytest.mark.slow
def test_a_thousand_deals() -> None:
    assert set(results(range(1000))) == {"knock", "gin", "undercut", "void"}
