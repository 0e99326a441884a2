"""``rummistats play`` and ``tournament``: what is shown, and a person at the table."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from numpy.random import Generator, default_rng

from rummistats.cli import main
from rummistats.commands.person import Left, Person, read_action
from rummistats.commands.play import _text
from rummistats.commands.table_help import ALL_COMMANDS, commands_of, help_text
from rummistats.errors import PlayError, RummistatsError
from rummistats.play import (
    Action,
    Discard,
    Lay,
    Pass,
    Pull,
    Redeal,
    Show,
    State,
    Table,
    View,
    draw_position,
    joker_share,
    play,
    read_records,
    tournament,
    win_share,
)
from rummistats.play.actions import choices_in_words
from rummistats.play.games import find_game
from rummistats.play.games.finding import PLAYED
from rummistats.play.state import view_of
from rummistats.play.strategies import find_strategy
from rummistats.seeds import make_seed
from rummistats.tiles import Tile
from rummistats.variants import Variant, find_variant
from tests import positions

SABRA = find_variant("sabra").with_rules(players=2)
RIVER = find_variant("river").with_rules(players=2)
TWO = ("--rule", "players=2")


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Compile first: what takes long shows its progress, which nothing here expects."""
    tournament(SABRA, ["optimal", "greedy"], deals=1, seed=1, workers=1)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(words)
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


# -- play ---------------------------------------------------------------------------------------


def test_a_deal_is_shown_turn_by_turn(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "play", *TWO, "--strategy", "optimal", "--strategy", "greedy")
    assert (code, err) == (0, "")
    assert "Seat 2 (greedy" in out
    words = ("play", *TWO, "--strategy", "optimal", "--strategy", "greedy", "--seed", "7")
    code, out, _ = run(capsys, *words)
    record = play(SABRA, ["optimal", "greedy"], seed=7)
    for hand in record.deal.hands:
        assert str(hand) in out
    shown = [line for line in out.splitlines() if ". Seat " in line]
    assert len(shown) == len(record.turns)
    for line, turn in zip(shown, record.turns, strict=True):
        assert f"Seat {turn.seat + 1} " in line
        assert line.endswith(f"{len(turn.hand)} left")
    scores = ", ".join(f"seat {seat + 1}: {score}" for seat, score in enumerate(record.scores))
    assert out.strip().endswith(f"(more is better): {scores}")
    assert run(capsys, *words)[1] == out


def test_lines_of_json_can_be_read_back(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--variant", "river", *TWO, "--seed", "3", "--format", "jsonl")
    code, out, _ = run(capsys, "play", *words)
    assert code == 0
    assert read_records(out) == [play(RIVER, "optimal", seed=3)]
    code, shown, _ = run(capsys, "play", *words, "--output", "deal.jsonl")
    assert (code, shown) == (0, "")
    assert Path("deal.jsonl").read_text(encoding="utf-8") == out


BAD = {
    "play --seed -1": "seed=-1",
    "play --strategy gredy": "did you mean greedy",
    "play --strategy greedy --strategy random --strategy random": "can't sit round a table of 4",
    "play --seat 5": "--seat 5: there are seats 1 to 4",
    "play --variant okey": "can't be played out",
    "play --format csv": "invalid choice",
    "tournament --deals 0": "deals=0",
    "tournament --variant sabra --variant sabra": "given twice",
    "tournament --strategy best": "is no strategy",
    "tournament --workers 0": "workers=0",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_answered_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.delitem(PLAYED, "okey")
    code, out, err = run(capsys, *line.split())
    assert (code, out) == (2, "")
    assert BAD[line] in err
    assert err.count("\n") == 1


# -- a deal can be followed ---------------------------------------------------------------------

TILE = re.compile(r"[RBKY]\d+|[A2-9TJQK][SHDC]|[JX]")
RACK = re.compile(r" *Seat (\d)(?: \(.*\))?: (.*)")
REASON = re.compile(r"fails \(.*?\)(?=, (?:draws|discards|takes|lays|puts|fails)|;|$)")
TURN = re.compile(r" *\d+\. Seat (\d) \(.*?\) (.*?); (\d+) left(.*)")


def tiles_in(words: str) -> Counter[str]:
    return Counter(word for word in words.split() if TILE.fullmatch(word))


class Blackboard:
    """The racks and the face-up tiles of a reader who has nothing but what is printed."""

    def __init__(self, text: str) -> None:
        self.racks: dict[int, Counter[str]] = {}
        self.face_up: Counter[str] = Counter()
        for line in text.splitlines():
            if rack := RACK.fullmatch(line):
                self.racks[int(rack[1])] = tiles_in(rack[2])
            elif line.strip().startswith("Face up"):
                self.face_up = tiles_in(line)
            elif turn := TURN.fullmatch(REASON.sub("fails", line)):
                for other in turn[4].split("; before that seat ")[1:]:
                    self.do(int(other[0]), other[2:])
                self.do(int(turn[1]), turn[2].removesuffix(" and so opens"))
                assert self.racks[int(turn[1])].total() == int(turn[3]), line

    def do(self, seat: int, words: str) -> None:
        rack = self.racks[seat]
        for clause in words.split(", "):
            verb, _, rest = clause.partition(" ")
            tiles = tiles_in(rest)
            match verb:
                case "draws":
                    assert tiles
                    rack += tiles
                case "takes" | "pulls" | "buys":
                    if "from the table" not in rest:
                        assert tiles <= self.face_up, clause
                        self.face_up -= tiles
                    rack += tiles
                case "shows":
                    assert tiles <= rack, clause
                case "swaps":
                    gives, gets = map(tiles_in, rest.split(" for "))
                    assert gives <= rack, clause
                    rack += gets
                    rack -= gives
                case "lays" | "discards" | "knocks" | "declares" | "puts":
                    assert tiles <= rack, clause
                    rack -= tiles
                    if verb in ("discards", "puts"):
                        self.face_up += tiles
                case "passes" | "asks" | "fails":
                    pass
                case _:
                    raise AssertionError(clause)


@pytest.mark.parametrize("name", sorted(PLAYED))
@pytest.mark.parametrize("strategy", ["greedy", "optimal"])
def test_every_tile_that_leaves_a_rack_was_printed_there_or_when_it_came(
    capsys: pytest.CaptureFixture[str], name: str, strategy: str
) -> None:
    words = ("play", "--variant", name, "--strategy", strategy)
    for seed in ("1", "3"):
        code, out, err = run(capsys, *words, "--seed", seed)
        assert (code, err) == (0, "")
        board = Blackboard(out)
        scores = re.sub(r"\(.*?\)", "", out.rpartition("Scores, ")[2])
        assert len(board.racks) == scores.count("seat") == find_variant(name).players


def test_a_new_deal_that_is_asked_for_can_be_followed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("play", "--variant", "romanian", "--rule", "redeal_on_three_doublas=True")
    _, out, _ = run(capsys, *words, "--seed", "2", "--strategy", "greedy")
    assert "asks for a new deal" in out
    Blackboard(out)


@pytest.mark.parametrize("name", ["sabra", "okey-101", "american", "romanian"])
def test_a_play_that_fails_can_be_followed(name: str) -> None:
    """What is put back, discarded for it or drawn as a penalty is told, too."""
    variant, optimal = find_variant(name), find_strategy("optimal")[1]

    def forgetful(seen: View, random: Generator) -> Action:
        if random.random() < 0.3:
            return Lay(Table(), seen.hand.tile_set.hand())
        return optimal.choose(seen, random)

    for seed in (1, 2):
        text = _text(play(variant, forgetful, seed=seed, on_fault="penalty"), "text")
        assert "fails (" in text
        Blackboard(text)


@pytest.mark.parametrize("name", ["okey", "okey-101"])
def test_which_tile_is_wild_is_said_and_every_rack_has_the_jokers_that_are_played(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Okey, "The joker": the tile after the indicator is wild, a false joker takes its place."""
    _, out, _ = run(capsys, "play", "--variant", name, "--seed", "3", "--strategy", "greedy")
    record = play(find_variant(name), "greedy", seed=3)
    assert str(record.deal.face_up) == "K7"
    said = "Indicator K7: K8 is wild, written J; a false joker F counts as K8 and is written K8"
    for text in (out, record.to_text()):
        assert said in text.splitlines()[1]
        racks = [tiles_in(line.partition(": ")[2]) for line in text.splitlines()[2:6]]
        for seat, (hand, rack) in enumerate(zip(record.deal.hands, racks, strict=True)):
            dealt = Counter(map(str, hand))
            starts = seat == record.deal.starter
            assert rack.total() == len(hand) + starts
            assert rack["J"] - dealt["K8"] in range(1 + starts)
            assert rack["K8"] - dealt["F"] in range(1 + starts)


# -- a person -----------------------------------------------------------------------------------


def sit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *words: str
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    return run(capsys, "play", *TWO, "--seed", "1", "--seat", "1", *words)


@pytest.mark.parametrize("typed", ["", "quit\n", "draw\nquit\n", "help\nshow", "nonsense"])
def test_a_person_can_leave_at_any_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    code, out, err = sit(capsys, monkeypatch, typed)
    assert (code, err) == (0, "")
    assert out.endswith("You have left the table; the deal is not finished.\n")


def test_a_person_sees_the_own_rack_and_no_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = sit(capsys, monkeypatch, "draw\ndraw\ndraw\n")
    deal = play(SABRA, "optimal", seed=1).deal
    assert str(deal.hands[0]) in out
    assert str(deal.hands[1]) not in out
    assert "Seat 2 (optimal) draws;" in out


def test_a_deal_can_be_played_to_its_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "best\nok\ndraw\npass\n" * 200
    code, out, err = sit(capsys, monkeypatch, typed)
    assert (code, err) == (0, "")
    assert "(more is better): seat 1:" in out
    assert " and so opens" in out
    # The record goes to the file, and what is said to the person does not.
    code, shown, err = sit(capsys, monkeypatch, typed, "--format", "jsonl", "--output", "own.jsonl")
    assert (code, shown) == (0, "")
    [record] = read_records(Path("own.jsonl").read_text(encoding="utf-8"))
    assert record.strategies == ("Person", "optimal")
    assert "Commands:" in err


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_a_person_can_play_every_game_in_the_words_that_are_asked_for(name: str) -> None:
    """The first of the choices that a question names is typed, or the best play."""
    said: list[str] = []

    def answer(question: str) -> str:
        if said[-1].endswith("ok does it"):
            said.append("")
            return "ok"
        named = question.partition(", ")[2].removesuffix("> ").partition(" or another ")[0]
        choices = named.split(" or ")
        return choices[0] if choices[0] != "lay" else "best"

    fewest = max(2, find_variant(name).game.rules["players"].low)
    person = Person(answer, said.append, ["you", *["other"] * (fewest - 1)])
    game = find_variant(name).with_rules(players=fewest)
    record = play(game, [person, *["greedy"] * (fewest - 1)], seed=1, seconds=None)
    assert {turn.seat for turn in record.turns} == set(range(fewest))
    assert record == read_records(record.to_json_lines())[0]


def test_a_person_can_knock() -> None:
    """With a card that the question names; with it and other melds; with everything in melds."""
    gin = find_variant("gin")
    hand = gin.parse("5S 5H 5D 7C 8C 9C TC 2H 3D 4S QS")
    start = replace(
        find_game(gin).begin(gin, gin.deal_table(seed=1), make_seed(1)),
        hands=(hand, gin.parse("")),
        seat=0,
        phase="act",
        source="pool",
        discards=(),
        pool=(),
    )
    choices = find_game(gin).choices(start)
    seen = view_of(start, choices)
    knock = read_action("knock QS", seen)
    assert knock in choices
    assert read_action("knock qs {5S 5H 5D} {7C 8C 9C TC}", seen) == knock
    left = "not possible now: that leaves 29 points of dead wood, 10 are allowed"
    for line, fault in (
        ("knock 5S", left),
        ("knock KS", "the rack does not have KS"),
        ("knock", "all tiles in melds is not possible now: 19 points are in no meld"),
    ):
        with pytest.raises(PlayError, match=fault):
            read_action(line, seen)
    said: list[str] = []
    lines = iter(["best", "ok"])
    person = Person(lambda question: next(lines), said.append, ["you", "other"])
    assert person.choose(seen, default_rng(1)) == knock


def test_what_a_person_lays_is_claimed_where_that_is_possible() -> None:
    plus = find_variant("stone-rummy-plus").with_rules(players=2)
    state = positions.position(plus, "R5 B5 K5 Y5 R1", "B1", phase="act", covered="")
    seen = view_of(state, (), may_lay=True)
    for line in ("lay R5 B5 K5 Y5", "{R5 B5 K5 Y5}"):
        action = read_action(line, seen)
        assert isinstance(action, Lay)
        assert action.claims == action.table


def test_a_person_can_take_a_joker_where_that_is_played() -> None:
    stones = find_variant("stone-rummy").with_rules(players=2)
    state = positions.position(
        stones, "R5 B1", "B1", table="{R4 J(R5) R6}", phase="act", covered=""
    )
    action = read_action("{R4 R5 R6}", view_of(state, (), may_lay=True))
    assert str(positions.after(state, action).hands[0]) == "B1 J"


def test_mistakes_are_explained(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = {
        "lay": "name the tiles of a meld",
        "lay R1 R2": "a meld has at least 3",
        "lay R1 R2 R3": "the rack does not have R2, R3",
        "lay R11 R12 Q9": "'Q9' is not a tile",
        "lay R11 R12 R13 / B4 B5 B6": "the rack does not have B5, B6",
        "add R1": "add R6 to 2",
        "add R1 to 1": "the table is empty",
        "table": "name melds",
        "table R11 R12 R13": "stands outside the braces",
        "{R11 R12 R14}": "no R14",
        "discard R1": "there is no discard in Sabra Rummikub; what is possible now: lay or draw",
        "pull 1": "there is no pull in Sabra Rummikub; what is possible now: lay or draw",
        "ok": "ask for the best play first",
        "pass": "nobody may pass as long as the pool has tiles",
        "lai R11 R12 R13": "did you mean lay",
        "lay R11 R12 R13": "so far, and not played yet: R11 R12 R13",
        "done": "lays R11 R12 R13 and so opens",
    }
    code, out, err = sit(capsys, monkeypatch, "\n".join(answers) + "\n")
    assert (code, err) == (0, "")
    for typed, words in answers.items():
        assert words in out, typed
    assert "Traceback" not in out


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_the_best_play_is_said_in_every_phase_of_every_game(name: str) -> None:
    """Whoever always does it plays the deal of the strategy that gives the advice."""
    fewest = max(2, find_variant(name).game.rules["players"].low)
    game = find_variant(name).with_rules(players=fewest)
    said: list[str] = []

    def answer(question: str) -> str:
        return "ok" if said.pop().endswith("ok does it") else "best"

    person = Person(answer, said.append, ["you", *["other"] * (fewest - 1)])
    record = play(game, [person, *["greedy"] * (fewest - 1)], seed=1, seconds=None)
    assert record.turns == play(game, ["optimal", *["greedy"] * (fewest - 1)], seed=1).turns


def test_a_person_is_told_what_is_new_and_what_can_be_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "draw\nhelp take\nhelp nothing\nquit now\n"
    _, out, _ = sit(capsys, monkeypatch, typed, "--variant", "gin")
    assert "did you mean" not in out
    assert out.count("take a card from the pool") == 2
    assert "there is no command 'nothing'; help lists them" in out
    monkeypatch.setattr("sys.stdin", StringIO("take from discards\nquit\n"))
    _, out, _ = run(capsys, "play", "--variant", "gin", "--seed", "1", "--seat", "1")
    new = str(find_variant("gin").deal_table(seed=make_seed(1).child(0)).face_up)
    assert f"New in your hand in this turn: {new}" in out
    assert re.search(r"seat 1, discard \w+ or another card> ", out)


@pytest.mark.parametrize("line", ["draw", "take pool", "take from pool", "take from the pool"])
def test_the_pool_is_drawn_from_in_any_of_these_words(line: str) -> None:
    for name in ("sabra", "rummy-500"):
        variant = find_variant(name)
        game = find_game(variant)
        start = game.begin(variant, variant.deal_table(seed=1), make_seed(1))
        assert game.broken_rule(start, read_action(line, view_of(start, game.choices(start)))) == ""


# -- what is laid in a turn ---------------------------------------------------------------------


def at_the_table(
    state: State, *lines: str, names: Sequence[str] = ()
) -> tuple[list[Action], list[str]]:
    """What a person does who types these lines in a turn, and all that is said."""
    game, typed = find_game(state.variant), list(lines)
    said: list[str] = []
    person = Person(lambda question: typed.pop(0) if typed else None, said.append, names)
    actions: list[Action] = []
    turn = state.turn
    try:
        while state.turn == turn and not state.ended:
            seen = view_of(state, game.choices(state), game.may_lay(state), game.find_pulls)
            action = person.choose(seen, default_rng(1))
            if fault := game.broken_rule(state, action):
                person.explain(fault)
                continue
            actions.append(action)
            state = game.apply(state, action)
    except Left:
        pass
    return actions, said


STONES = find_variant("stone-rummy-plus").with_rules(players=2)


def test_a_turn_of_stone_rummy_may_lay_in_several_commands() -> None:
    """Stone-Rummy, "A turn": meld new combinations, add, rebuild; then put one down."""
    rack = "R3 R4 R5 B7 K7 Y7 R6 B9 K9"
    state = positions.position(STONES, rack, "B1", phase="act", covered="")
    for end in (["done", "discard B9"], ["discard B9"]):
        actions, said = at_the_table(state, "lay R3 R4 R5", "lay B7 K7 Y7", "add R6 to 2", *end)
        assert [str(action) for action in actions] == [
            "lay R3 R4 R5 R6 B7 K7 Y7: {B7 K7 Y7} {R3 R4 R5 R6}",
            "discard B9",
        ]
        assert "Left on your rack: B9 K9" in said[3]


def test_what_is_put_together_can_be_taken_back() -> None:
    state = positions.position(STONES, "R3 R4 R5 B7 K7 Y7 B9", "B1", phase="act", covered="")
    lines = ("lay R3 R4 R5", "undo", "undo", "lay B7 K7 Y7", "discard R9", "discard B7", "pass")
    actions, said = at_the_table(state, *lines, "lay B7 R3 R4", "done", "discard B9")
    assert [str(action) for action in actions] == ["lay B7 K7 Y7: {B7 K7 Y7}", "discard B9"]
    for words in (
        "nothing is laid",
        "nothing is put together",
        "R9 is not left on the rack",
        "B7 is not left on the rack",
        "first play what you have put together",
    ):
        assert any(words in each for each in said), words


def test_what_is_refused_stays_put_together() -> None:
    """Sabra, the opening: 30 points, in as many melds as one likes."""
    state = positions.position(SABRA, "R3 R4 R5 B7 K7 Y7 B9", "B1", pool="Y1")
    actions, said = at_the_table(state, "lay R3 R4 R5", "done", "lay B7 K7 Y7", "done")
    assert [str(action) for action in actions] == ["lay R3 R4 R5 B7 K7 Y7: {R3 R4 R5} {B7 K7 Y7}"]
    assert any("the opening is worth 12; it takes 30" in each for each in said)


def test_the_opening_of_romanian_rummy_is_laid_in_several_commands() -> None:
    """Later turns may lay again and again, and so each play is one of its own."""
    romanian = find_variant("romanian").with_rules(players=2)
    rack = "R11 R12 R13 B11 K11 Y11 R3 B5"
    state = positions.position(romanian, rack, "B1", phase="act", turn=3)
    actions, _ = at_the_table(state, "lay R11 R12 R13", "lay B11 K11 Y11", "discard B5")
    assert [str(action)[:3] for action in actions] == ["lay", "dis"]
    opened = replace(state, opened=(True, True))
    lines = ("lay R11 R12 R13", "done", "lay B11 K11 Y11", "discard B5")
    actions, said = at_the_table(opened, *lines)
    assert any("nothing is put together" in each for each in said)
    assert [str(action)[:3] for action in actions] == ["lay", "lay", "dis"]


# -- whose melds are whose ----------------------------------------------------------------------


def test_claims_are_shown_wherever_melds_are_listed() -> None:
    """Stone-Rummy-Plus, "Rights": nobody but the owner may touch the stones of a claim."""
    plus = find_variant("stone-rummy-plus")
    claims = ("", "{R8 B8 K8 Y8}", "{R9 B9 K9 J(Y9)}")
    table = "{R8 B8 K8 Y8} {R9 B9 K9 J(Y9)} {R1 R2 R3}"
    state = positions.position(
        plus, "Y7 Y9 K5", "B1", "B2", table=table, claims=claims, phase="act", covered=""
    )
    names = ["you", "Ann", "Bo"]
    lines = ("show", "{R8 B8 K8} {Y7 Y8 Y9} {R9 B9 K9 J(Y9)} {R1 R2 R3}", "done")
    actions, said = at_the_table(state, *lines, names=names)
    assert not actions
    for shown in said[:2]:
        assert "Melds of nobody:\n    [ R1 R2 R3 ]\n  Melds of seat 2 (Ann):" in shown
        assert "  1: R8 B8 K8 Y8, of seat 2 (Ann)\n" in shown
        assert "  2: R9 B9 K9 J(Y9), of seat 3 (Bo)\n" in shown
        assert "  3: R1 R2 R3\n" in f"{shown}\n"
    fault = "the claim {R8 B8 K8 Y8} of seat 2 was touched; only its owner may change it"
    assert any(each.strip() == fault for each in said)
    joker = positions.lay(state, "Y7", "{R8 B8 K8 Y8} {R9 B9 K9} {Y7 J(Y8) Y9} {R1 R2 R3}")
    assert "the claim {R9 B9 K9 J(Y9)} of seat 3" in positions.fault(state, joker)
    assert "but for a joker" in positions.fault(state, joker)
    assert draw_position(state).count("Melds of seat") == 2


def test_the_record_of_a_deal_shows_the_claims(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "play", "--variant", "stone-rummy-plus", "--seed", "2")
    assert "\n     Melds of seat 3:\n       [ R6 B6 K6 Y6 ]\n" in out
    _, out, _ = run(capsys, "play", "--variant", "stone-rummy", "--seed", "2")
    assert "Melds of" not in out


# -- what is said agrees with what is asked -----------------------------------------------------


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_what_is_possible_is_said_as_it_is_asked_for(name: str) -> None:
    """Of an action that does not belong to a phase, the game says just what the question says."""
    variant = find_variant(name)
    game, seen = find_game(variant), 0
    for turn in play(variant, "optimal", seed=2).turns:
        state = turn.before
        for action in turn.actions:
            asked = choices_in_words(game.choices(state), game.may_lay(state))
            for other in (Discard(Tile.parse("K13")), Redeal(), Pass(), Show(Tile.parse("R1"))):
                fault = game.broken_rule(state, other)
                if "no action of this phase" in fault:
                    assert fault.endswith(f"; what is: {asked}")
                    seen += 1
            state = game.apply(state, action)
    assert seen


def test_what_was_typed_is_named() -> None:
    state = positions.position(STONES, "R3 R4 R5 B9", "B1", phase="put_down", covered="")
    _, said = at_the_table(state, "take pool", "lay R3 R4 R5", "draw", "pass")
    told = [each.strip() for each in said[1:]]
    assert told == [
        f"'{typed}' is no action of this phase; what is: discard R3 or another tile"
        for typed in ("take pool", "lay R3 R4 R5", "draw", "pass")
    ]


@pytest.mark.parametrize("line", ["lay R7 R9 J", "lay {R7 R9 J}", "{R7 R9 J}", "add J to 1"])
def test_a_joker_that_is_not_on_the_rack_is_missed_there(line: str) -> None:
    """As many as there are lie on the table already; other tiles are missed in the same words."""
    two = STONES.with_rules(players=2)
    table = "{B4 B5 J(B6)} {K4 K5 J(K6)}"
    state = positions.position(two, "R7 R9 B1", "B1", table=table, phase="act", covered="")
    seen = view_of(state, (), may_lay=True)
    line = f"{{B4 B5 J(B6)}} {{K4 K5 J(K6)}} {line}" if line.startswith("{") else line
    with pytest.raises(PlayError, match=r"^the rack does not have J$"):
        read_action(line, seen)


@pytest.mark.parametrize("typed", ["discard", "lay", "add 5H", "table"])
def test_an_example_is_one_of_this_game(typed: str) -> None:
    gin = find_variant("gin")
    state = positions.position(gin, "5S 5H 5D", "AS", table="{7S 7H 7D}", phase="layoff")
    seen = view_of(state, may_lay=True)
    with pytest.raises(PlayError, match="for example: ") as told:
        read_action(typed, seen)
    for tile in TILE.findall(str(told.value).partition("for example: ")[2]):
        gin.parse(tile)


def test_other_words_suggest_a_command_of_this_game() -> None:
    for typed, words in {
        "hint": "did you mean best?",
        "declare R5": "there is no command 'declare'; help lists them",
        "skip": "did you mean pass?",
    }.items():
        with pytest.raises(PlayError, match=re.escape(words)):
            read_action(typed, SEEN)


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_help_tells_of_this_game_alone_and_in_its_words(name: str) -> None:
    variant = find_variant(name)
    text, commands = help_text(variant), commands_of(variant)
    words = set(re.findall(r"[a-z]+", text.lower()))
    cards = variant.game.cards
    assert not words & ({"tile", "tiles", "rack", "racks"} if cards else {"card", "cards"})
    assert ("knock" in commands) == (name in ("gin", "okey", "international"))
    assert ("pull" in commands) == (name in ("river", "romanian", "rummy-500"))
    assert ("lay" in commands) == (name != "okey")
    assert ("offer" in commands) == (name == "romanian")
    assert all(len(line) <= 98 for line in text.splitlines())
    for command in ALL_COMMANDS:
        told = help_text(variant, [command])
        assert (f"there is no {command} in" in told) == (command not in commands)


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_whatever_is_possible_in_a_deal_is_a_command_of_the_game(name: str) -> None:
    variant = find_variant(name)
    commands, game = commands_of(variant), find_game(variant)
    for strategy in ("random", "optimal"):
        for turn in play(variant, strategy, seed=3).turns:
            state = turn.before
            for action in turn.actions:
                choices = game.choices(state)
                # What nobody can choose is done at once, with nothing asked.
                kinds = {str(choice).split()[0] for choice in choices if len(choices) > 1}
                assert kinds | {str(action).split()[0]} <= {*commands, "pass"}
                state = game.apply(state, action)


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_a_person_reads_of_cards_where_cards_are_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    cards = find_variant(name).game.cards
    run_, tile = ("5S 6S 7S", "KC") if cards else ("R5 R6 R7", "K13")
    lines = [f"best\nok\nlay {run_}\nknock {tile}\ndiscard {tile}\nundo\n"] * 300
    monkeypatch.setattr("sys.stdin", StringIO("".join(lines)))
    code, out, err = run(capsys, "play", "--variant", name, "--seed", "2", "--seat", "1")
    assert (code, err) == (0, "")
    assert "Scores, " in out
    words = set(re.findall(r"[a-z]+", out.replace(find_variant(name).game.title, "").lower()))
    assert not words & ({"tile", "tiles", "rack", "racks"} if cards else {"card", "cards"})


# -- how lines are read -------------------------------------------------------------------------


def view(variant: Variant, rack: str, table: str, face_up: str = "") -> View:
    game = find_game(variant)
    state = replace(
        game.begin(variant, variant.deal_table(seed=1), make_seed(1)),
        hands=(variant.table_set.parse(rack), variant.table_set.parse("B1")),
        table=Table.parse(table, variant),
        discards=tuple(map(Tile.parse, face_up.split())),
        opened=(True, True),
        seat=0,
    )
    return view_of(state, game.choices(state), game.may_lay(state), game.find_pulls)


SEEN = view(SABRA, "R3 R4 R5 R6 B9 K9 Y9", "{R7 R8 R9} {B2 K2 Y2}")


@pytest.mark.parametrize(
    ("line", "table"),
    [
        ("lay R3 R4 R5", "{R7 R8 R9} {B2 K2 Y2} {R3 R4 R5}"),
        ("lay R3 R4 R5 / B9 K9 Y9", "{R7 R8 R9} {B2 K2 Y2} {R3 R4 R5} {B9 K9 Y9}"),
        ("lay {R3 R4 R5} {b9 k9 y9}", "{R7 R8 R9} {B2 K2 Y2} {R3 R4 R5} {B9 K9 Y9}"),
        ("add R6 to 2", "{R6 R7 R8 R9} {B2 K2 Y2}"),
        ("ADD r5 R6 TO 2", "{R5 R6 R7 R8 R9} {B2 K2 Y2}"),
        ("{R6 R7 R8} {R9 B9 K9} {B2 K2 Y2}", "{R6 R7 R8} {R9 B9 K9} {B2 K2 Y2}"),
    ],
)
def test_plays_are_read(line: str, table: str) -> None:
    action = read_action(line, SEEN)
    assert isinstance(action, Lay)
    assert action.table == Table.parse(table, SABRA)
    assert SEEN.table.hand(SABRA) + action.played == action.table.hand(SABRA)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{R6 R7 R8} {B2 K2 Y2}", "R9 lies on the table and is missing"),
        ("{R7 R8 R9} {B2 K2 Y2}", "at least one tile must come from the rack"),
        ("add R5 to 2", "R7 R8 R9 R5"),
        ("add R6 to 3", "melds 1 to 2"),
        ("{R6 R7 R8} {R9 B9 R9} {B2 K2 Y2}", "no meld"),
    ],
)
def test_wrong_plays_are_refused_in_words(line: str, words: str) -> None:
    with pytest.raises(RummistatsError, match=words.replace(".", r"\.")):
        read_action(line, SEEN)


def test_tiles_are_pulled_out_of_the_river() -> None:
    river = view(RIVER, "R3 R4 B9 K9", "{B2 K2 Y2}", face_up="K13 R5 Y1")
    laid = read_action("pull 2 R3 R4 R5", river)
    assert isinstance(laid, Pull)
    best = read_action("pull 2", river)
    assert isinstance(best, Pull)
    assert laid.lay.table == best.lay.table == Table.parse("{B2 K2 Y2} {R3 R4 R5}", RIVER)
    assert laid.taken == best.taken
    with pytest.raises(RummistatsError, match="nothing can be laid with K13"):
        read_action("pull 1", river)
    with pytest.raises(RummistatsError, match="tiles 1 to 3"):
        read_action("pull 4", river)


def test_with_the_older_tiles_the_oldest_one_is_the_key() -> None:
    """Sabra, the River: what was wanted comes along, and the leftmost tile must be laid."""
    other = RIVER.with_rules(river_pull="older_and_wanted")
    river = view(other, "R3 R5 B9", "{B2 K2 Y2}", face_up="R4 K9 Y1")
    pull = read_action("pull 2 R3 R4 R5", river)
    assert isinstance(pull, Pull)
    assert (pull.taken, str(pull.lay.played)) == (2, "R3 R4 R5")


# -- tournament ---------------------------------------------------------------------------------

CONTEST = ("tournament", *TWO, "--strategy", "optimal", "--strategy", "greedy", "--deals", "3")


def test_a_tournament_as_csv_is_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *CONTEST, "--workers", "1", "--format", "csv")
    assert (code, err) == (0, "")
    frame = tournament(SABRA, ["optimal", "greedy"], deals=3, seed=1, workers=1)
    rows = list(csv.DictReader(StringIO(out)))
    assert list(rows[0]) == list(frame.columns)
    for name in ("deal", "seat", "turns", "tiles_left", "points_left"):
        assert [int(row[name]) for row in rows] == frame[name].tolist()
    assert [float(row["score"]) for row in rows] == frame.score.tolist()
    assert [row["won"] for row in rows] == [str(won) for won in frame.won]


def test_a_tournament_as_json_has_all_figures(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *CONTEST, "--workers", "1", "--format", "json")
    assert code == 0
    told: dict[str, Any] = json.loads(out)
    frame = tournament(SABRA, ["optimal", "greedy"], deals=3, seed=1, workers=1)
    shares = win_share(frame, by=["strategy"])
    assert [row["share"] for row in told["win_share"]] == shares.share.tolist()
    assert len(told["results"]) == len(frame)
    assert {row["figure"] for row in told["means"]} >= {"score", "turn_opened"}
    jokers = joker_share(frame, by="strategy")
    assert [row["jokers"] for row in told["joker_share"]] == jokers.jokers.tolist()


def test_a_tournament_on_the_screen(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *CONTEST, "--workers", "1")
    assert (code, err) == (0, "")
    assert out.startswith("3 deals, played 6 times in all\n")
    assert "rummistats tournament --rule players=2 --strategy optimal --strategy greedy" in out
    code, both, _ = run(
        capsys, *CONTEST, "--workers", "1", "--variant", "sabra", "--variant", "sabra jokers=0"
    )
    assert code == 0
    assert "jokers=0" in both


def test_places_in_the_turn_are_not_seats(capsys: pytest.CaptureFixture[str]) -> None:
    """Who starts is drawn by lot, so only the places tell whether it helps to start."""
    code, out, _ = run(capsys, *CONTEST, "--workers", "1", "--format", "json")
    assert code == 0
    told: dict[str, Any] = json.loads(out)
    frame = tournament(SABRA, ["optimal", "greedy"], deals=3, seed=1, workers=1)
    assert frame.starter.nunique() > 1
    places = win_share(frame, by="turn_place")
    assert [row["share"] for row in told["win_share_by_turn_place"]] == places.share.tolist()
    started = frame[frame.seat == frame.starter]
    first = [row for row in told["win_share_by_turn_place_and_strategy"] if row["turn_place"] == 1]
    for row in first:
        assert row["share"] == started[started.strategy == row["strategy"]].won.mean()
    assert {row["strategy"] for row in first} == {"optimal", "greedy"}
    # Which seat a number is can't be mistaken.
    seats = {row["seat"] for row in told["results"]}
    assert min(seats) == told["seats_counted_from"]
    code, out, _ = run(capsys, *CONTEST, "--workers", "1")
    assert code == 0
    assert "counted from 1 here, and from 0 in csv and json" in " ".join(out.split())
    assert "Whoever goes out, with an empty rack, wins." in out
    by_place = out[out.index("The same by place in the turn and strategy") :]
    assert re.findall(r"^ *(starter|second) +(\w+)", by_place, re.MULTILINE) == [
        ("starter", "greedy"),
        ("starter", "optimal"),
        ("second", "greedy"),
        ("second", "optimal"),
    ]
    with pytest.raises(SystemExit):
        main(["tournament", "--help"])
    assert "from 0 in csv and json" in " ".join(capsys.readouterr().out.split())


def test_a_single_deal_has_no_error(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "tournament", *TWO, "--deals", "1", "--workers", "1")
    assert (code, err) == (0, "")
    assert "nan" not in out


def test_a_helper_card_is_taken_alone() -> None:
    """machiavelli.md: four cards lie face up beside the table, each for itself."""
    game = find_variant("machiavelli").with_rules(starting_table=4)
    start = find_game(game).begin(game, game.deal_table(seed=1), make_seed(1))
    helpers = tuple(map(Tile.parse, ("7H", "2S", "9C", "KD")))
    hand = game.table_set.parse("8H 9H KS")
    state = replace(start.with_hand(hand), discards=helpers, phase="turn")
    pull = read_action("pull 1 7H 8H 9H", view_of(state))
    assert isinstance(pull, Pull)
    assert (pull.place, pull.taken, str(pull.lay.table)) == (0, 1, "{7H 8H 9H}")
    assert not find_game(game).broken_rule(state, pull)
