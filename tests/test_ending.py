"""The end of a deal in words: it says truly how it ended, who wins and by what."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rummistats.play import Record, Table, play
from rummistats.play.ending import ending_in_words, ending_of
from rummistats.play.games import find_game
from rummistats.play.games.finding import PLAYED
from rummistats.play.games.stone_rummy import PATIENCE
from rummistats.play.records import make_record
from rummistats.tiles import Tile
from rummistats.variants import find_variant

STRATEGIES = ("optimal", "greedy", "random")


def ended(name: str, *racks: str, ended: str = "out", **changes: Any) -> Record:
    """A deal that came to an end like this: the racks, and what else there is."""
    rules = changes.pop("rules", {})
    game = find_variant(name).with_rules(players=len(racks), **rules)
    record = play(game, "greedy", seed=1)
    hands = tuple(game.table_set.parse(rack) for rack in racks)
    last = replace(record.last, hands=hands, ended=ended, **changes)
    turn = replace(record.turns[-1], seat=last.seat, after=last)
    turns = (*record.turns[:-1], turn)
    return make_record(game, record.seed, record.strategies, record.deal, turns, find_game(game))


def seats_in(sentence: str) -> list[int]:
    return [int(seat) - 1 for seat in re.findall(r"[Ss]eat (\d)", sentence)]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", sorted(PLAYED))
def test_what_is_said_is_so(name: str, strategy: str) -> None:
    for seed in range(1, 3 if strategy == "optimal" else 7):
        record = play(name, strategy, seed=seed)
        how, won, *notes, scores = ending_in_words(record).splitlines()
        empty = [seat for seat, hand in enumerate(record.last.hands) if not hand]
        # In Gin cards may be left after a knock, and in Okey all tiles are shown.
        if how.startswith(("Nobody has", "The deal is void")):
            assert record.blocked
            assert not empty
        elif "has gone out" in how:
            assert seats_in(how) == empty == [record.turns[-1].seat]
        else:
            assert " has knocked with" in how or " has declared: " in how
            knocks = [turn.seat for turn in record.turns if turn.action == "knock"]
            assert seats_in(how) == knocks
        if "pool is empty" in how:
            assert not record.last.pool
        assert seats_in(won) == list(record.winners)
        assert won.startswith("Nobody wins") == (not record.winners)
        told = re.findall(r"seat (\d): (-?[\d.]+)", scores)
        assert [int(seat) - 1 for seat, _ in told] == list(range(len(record.scores)))
        for (_, score), right in zip(told, record.scores, strict=True):
            assert abs(Fraction(score) - right) < Fraction(1, 100)
        assert all(seats_in(note) or name in ("okey", "okey-101", "romanian") for note in notes)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", sorted(PLAYED))
def test_who_wins_has_what_is_said_to_be_better(name: str, strategy: str) -> None:
    record = play(name, strategy, seed=2)
    text = ending_in_words(record)
    [better] = re.findall(r"\((more|fewer) is better\)|\((0) is best\)", text)
    best = max if better != ("fewer", "") else min
    for seat in record.winners:
        # In Okey showing the indicator may cost the winner a point.
        slack = 1 if name == "okey" else 0
        assert abs(record.scores[seat] - best(record.scores)) <= slack


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_games_of_cards_speak_of_cards_and_hands_and_others_of_tiles_and_racks(name: str) -> None:
    for strategy in STRATEGIES:
        words = set(re.findall(r"[a-z]+", ending_in_words(play(name, strategy, seed=4)).lower()))
        cards = find_variant(name).game.cards
        assert not words & ({"tile", "tiles", "rack", "racks"} if cards else {"card", "cards"})
        assert cards or not words & {"hand", "hands"}


def test_who_wins_by_claims_has_not_gone_out() -> None:
    """Stone-Rummy-Plus, "Scoring": TMP = GMP + CMP decides, not who is rid of all stones."""
    record = play("stone-rummy-plus", "optimal", seed=2)
    assert record.winners == (0, 2)
    assert len(record.last.hands[2]) == 1
    text = ending_in_words(record, ["you", "optimal", "greedy"])
    assert text.startswith("Seat 1 (you) has gone out: no tile is left on the rack.\n")
    assert "Seat 1 (you) and seat 3 (greedy) win with most matchpoints of this deal" in text
    assert text.endswith("seat 3: 3 (2 for the tiles left, 1 for claims)")
    apart = ended("stone-rummy-plus", "", "R1", "R1 R2", rules={"winner_by": "GMP"}, seat=0)
    assert "those for claims apart" in ending_of(apart).won


def test_what_the_claims_bring_adds_up() -> None:
    record = ended(
        "stone-rummy-plus",
        *("R1", "", "R1 R2"),
        seat=1,
        table=Table.parse("{R6 B6 K6 Y6}", find_variant("stone-rummy-plus")),
        claims=(Table.parse("{R6 B6 K6 Y6}", find_variant("stone-rummy-plus")), Table(), Table()),
    )
    assert [int(score) for score in record.scores] == [3, 3, 1]
    assert ending_of(record).parts == ("2 for the tiles left, 1 for claims", "", "")


def test_a_game_of_stone_rummy_that_is_stopped_says_why() -> None:
    stopped = ended("stone-rummy", "R1", "R2", ended="blocked", passes=2 * PATIENCE)
    assert f"for {PATIENCE} rounds" in ending_of(stopped).how
    end = {"rules": {"exhaustion": "end"}, "pool": (), "passes": 0}
    assert (
        "not two tiles left"
        in ending_of(ended("stone-rummy", "R1", "R2", ended="blocked", **end)).how
    )
    late = ended("stone-rummy", "", "R2", rules={"slow_penalty": 0.5}, slow=frozenset({1}), seat=0)
    assert "Seat 2 was too slow, which costs 0.5." in ending_in_words(late)


def test_in_rummy_500_points_win_and_not_going_out() -> None:
    record = play("rummy-500", "optimal", seed=1)
    assert record.winners != (record.turns[-1].seat,)
    assert ending_of(record).won == "with most points of this deal"
    assert ending_of(record).how.startswith("seat 2 has gone out")


def test_the_indicator_and_wrong_declarations_of_okey_are_told() -> None:
    """Okey, "Scoring": each costs points beside those that the winner's hand costs."""
    record = play("okey", "optimal", seed=3)
    assert [int(score) for score in record.scores] == [-2, -3, -1, -3]
    text = ending_in_words(record)
    assert "\nThat costs each of the others 2 points.\n" in text
    assert (
        "Seat 1 has shown the twin of the indicator, which costs each of the others 1 point."
        in text
    )
    assert "points lost of the 20 with which each player starts (0 is best)" in text
    won = record.last
    joker = won.variant.table_set.joker
    table = Table.parse("{R1 R1} {R2 R2}", won.variant)
    changed = replace(won, table=table, face_down=(joker,), showed=None, mistaken=(0, 3, 0, 0))
    turn = replace(record.turns[-1], after=changed)
    pairs = make_record(
        *(record.variant, record.seed, record.strategies, record.deal),
        turns=(turn,),
        game=find_game(record.variant),
    )
    assert [int(score) for score in pairs.scores] == [-8, -14, 0, -8]
    text = ending_in_words(pairs)
    assert "all tiles but one are in pairs, and that one is a joker" in text
    assert "That costs each of the others 8 points." in text
    assert "Seat 2 has declared wrongly, which costs 6 points." in text


GIN = {"face_down": (Tile.parse("KC"),), "knocker": 0, "seat": 1, "discards": ()}


@pytest.mark.parametrize(
    ("racks", "changes", "won", "part"),
    [
        (("2S", "KS"), {}, "with 2 points of dead wood against 10", "the difference, 8"),
        (("5S", "3S"), {}, "with an undercut: 3 points", "the difference, 2, and a bonus of 25"),
        (("5S", "5H"), {}, "with an undercut: 5 points", "the difference, 0, and a bonus of 25"),
        (
            ("", "5H"),
            {},
            "with gin: no dead wood is left",
            "the dead wood of the other, 5, and a bonus of 25",
        ),
        (
            ("", "5H"),
            {"face_down": ()},
            "with big gin: no dead wood is left",
            "the dead wood of the other, 5, and a bonus of 31",
        ),
    ],
)
def test_gin_says_by_what_a_knock_is_won(
    racks: tuple[str, str], changes: dict[str, Any], won: str, part: str
) -> None:
    record = ended("gin", *racks, **(GIN | changes))
    told = ending_of(record)
    assert told.won.startswith(won)
    [winner] = record.winners
    assert told.parts[winner] == part
    assert sum(map(int, re.findall(r"\d+", part))) == record.scores[winner]
    down = "all tiles in melds" if changes else "KC"
    assert told.how == f"seat 1 has knocked with {down}"


@pytest.mark.parametrize(
    ("changes", "won"),
    [
        ({"was_open": True}, "with an Open: melds were laid in an earlier turn"),
        ({"was_open": False}, "with an Open: tiles were added to melds of the table"),
        (
            {"was_open": False, "before": None},
            "with a Foot: all tiles but the last discard are laid at once",
        ),
        ({"is_hand": True}, "with a Hand: all tiles but the last discard are a special hand"),
    ],
)
def test_international_says_with_what_a_deal_is_won(changes: dict[str, Any], won: str) -> None:
    rack = "R2 R2 B2 B2 K2 K2 Y2 Y2 R4 R4 B4 B4 K4 K4" if "is_hand" in changes else ""
    if "before" in changes:
        # Nothing that lay there has changed.
        changes = {"was_open": False, "before": Table(), "table": Table()}
    record = ended("international", rack, "R5", seat=0, discards=(Tile.parse("R9"),), **changes)
    assert ending_of(record).won == won
    shows = "is_hand" in changes
    assert ending_of(record).how.startswith(f"seat 1 has {'shown a Hand' if shows else 'gone out'}")
    assert "(fewer is better)" in ending_in_words(record)


def test_a_blocked_deal_is_won_by_who_has_least_left() -> None:
    for name in ("sabra", "american"):
        record = ended(name, "R5", "R2 R1", ended="blocked", pool=())
        assert ending_of(record).won == "with the fewest points left on the rack, 3"
        fewest = ended(
            name, "R5", "R2 R1", ended="blocked", rules={"blocked_winner": "fewest_tiles"}
        )
        assert ending_of(fewest).won == "with the fewest tiles left on the rack, 1"
        tied = ended(name, "R3", "R2 R1", ended="blocked", rules={"tie": "first"}, seat=1)
        assert tied.winners == (1,)
        assert "3, and comes first in turn of those who have" in ending_of(tied).won
    romanian = ended("american", "R5", "R2", ended="blocked", rules={"scoring": "romanian"})
    assert "\nNobody wins.\n" in ending_in_words(romanian)


def test_what_doubles_scores_is_told() -> None:
    joker = (find_variant("sabra").table_set.joker,)
    american = ended(
        *("american", "", "R5"),
        seat=0,
        discards=joker,
        source="face_up",
        rules={"joker_discard_factor": 2, "trump_win_factor": 3},
    )
    text = ending_in_words(american)
    assert "The trump was used to win, so all scores count 3 times." in text
    assert "A joker was discarded last, so all scores count 2 times." in text
    assert american.scores[0] == 30
    other = ended("international", "", "R5", seat=0, discards=joker, was_open=True)
    assert "A joker was discarded last, which doubles all scores." in ending_in_words(other)


def test_the_prices_of_101_okey_are_told() -> None:
    record = ended(
        *("okey-101", "", "R5", "R6"),
        seat=0,
        winner=0,
        ways=("pairs", "melds", ""),
        fines=(0, 2, 1),
        discards=(Tile.parse("R9"),),
    )
    assert [int(score) for score in record.scores] == [-202, 212, 505]
    text = ending_in_words(record)
    assert "An opening with pairs has doubled the scores." in text
    assert "seat 2: 212 (202 of it for 2 penalties)" in text
    assert "seat 3: 505 (101 of it for a penalty)" in text
    void = ended(*("okey-101", "R4", "R5"), ended="blocked", ways=("pairs", "pairs"), winner=None)
    assert ending_in_words(void).startswith("The deal is void: everybody has opened with pairs.")


def test_the_bonuses_of_romanian_rummy_and_shanghai_are_told() -> None:
    closed = ended("romanian", "", "R5", seat=0, closed=True, twins=(1,))
    text = ending_in_words(closed)
    assert "The winner has a bonus of 100, and 100 more for laying all tiles in one turn." in text
    assert "seat 2: -175 (25 of it for a twin of the tile beside the pool)" in text
    for joker, bonus in ((True, "25"), (False, "50")):
        shanghai = ended("shanghai", "", "5S", "6S", seat=0, lays_contract=True, with_joker=joker)
        assert f"a bonus of {bonus} for going out in one turn" in ending_in_words(shanghai)
        assert int(shanghai.scores[0]) == -int(bonus)


def test_house_rules_change_what_scores_are() -> None:
    penalty = ended("sabra", "", "R5", seat=0, rules={"scoring": "penalty"})
    assert "penalty points for what is left on the rack (fewer is better)" in ending_in_words(
        penalty
    )
    each = ended(
        *("sabra", "", "R5", "R6"),
        seat=0,
        opened=(True, False, True),
        rules={"unopened_rule": "add_to_each"},
    )
    assert "Seat 2 has not opened, so every other loser" in ending_in_words(each)
    for scoring, words in (("win", "1 for the game"), ("cards", "1 point lost for each card")):
        game = ended("machiavelli", "", "5S 6S", seat=0, rules={"scoring": scoring})
        assert words in ending_in_words(game)
