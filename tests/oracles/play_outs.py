"""Deals that were played out and are kept: ``python -m tests.oracles.play_outs`` makes them anew.

What is kept shows when the engine reads an old record differently. So they are made anew only if a
rule was wrong, or if a game has got something new that should be among them; commit messages say
which. Of each setting the first deal is taken in which everything occurs that is wanted there.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rummistats.play import Discard, Fail, Pull, Record, Take, Turn, play
from rummistats.variants import find_variant
from tests.odd_players import ODD, SECONDS

FOLDER = Path(__file__).parents[1] / "data" / "play_outs"

MOST_SEEDS = 60


class Setting(NamedTuple):
    """A game, who plays, and what should happen."""

    game: str
    wanted: str
    strategies: str
    rules: dict[str, Any]


SETTINGS = [
    Setting("sabra", "draw lay out", "optimal counting greedy cautious", {}),
    Setting(
        "sabra",
        "fail late out",
        "clumsy slow hold_back",
        {"players": 3, "joker_mode": "replace", "timeout_penalty": "draw_1", "ones": "circular"},
    ),
    Setting(
        "sabra",
        "pass blocked",
        "random greedy clumsy",
        {
            "players": 3,
            "numbers": 6,
            "hand_size": 7,
            "open_points": 24,
            "joker_mode": "locked",
            "opening_turn_layoff": "any",
            "unopened_rule": "add_to_each",
            "blocked_scoring": "normal",
        },
    ),
    Setting(
        "sabra",
        "lay out",
        "greedy random",
        {
            "players": 2,
            "hand_size": 16,
            "joker_before_opening": True,
            "must_play": True,
            "missed_play_penalty": 7,
            "draw_until_playable": True,
            "direction": "counterclockwise",
            "scoring": "penalty",
        },
    ),
    Setting("river", "pull plunder discard out", "optimal counting greedy", {"players": 3}),
    Setting(
        "river",
        "pull discard fail recycle",
        "clumsy greedy random",
        {
            "players": 3,
            "numbers": 6,
            "hand_size": 8,
            "open_points": 25,
            "river_recycle": True,
            "river_before_opening": True,
            "river_discard_from": "rack",
        },
    ),
    Setting(
        "river",
        "pull pass blocked",
        "random optimal clumsy",
        {
            "players": 3,
            "numbers": 7,
            "hand_size": 8,
            "open_points": 25,
            "river_pull": "older_and_wanted",
            "river_other_plays": "key_combination",
        },
    ),
    Setting("machiavelli", "draw lay out", "optimal greedy counting cautious", {}),
    Setting(
        "machiavelli",
        "fail late pass blocked",
        "clumsy slow",
        {"players": 2, "numbers": 6, "hand_size": 8, "open_points": 36, "scoring": "points"},
    ),
    Setting(
        "machiavelli",
        "pull fail out",
        "optimal clumsy random",
        {"players": 3, "starting_table": 4, "hand_size": 6, "numbers": 8, "first_play_own": True},
    ),
    Setting(
        "machiavelli",
        "draw pass lay out",
        "optimal fickle random greedy",
        {"jokers": 4, "must_draw_first": True, "scoring": "cards", "ace": "high_only"},
    ),
    Setting("stone-rummy", "take_deposit take_pool joker_back out", "fickle optimal fickle", {}),
    Setting(
        "stone-rummy",
        "fail late",
        "clumsy slow random",
        {"slow_penalty": 0.5, "initial_deposit": "starter_hand", "deposit_joker": False},
    ),
    Setting(
        "stone-rummy",
        "last_from_table out",
        "optimal random counting hold_back",
        {"players": 4, "finish": "hand_or_table", "tie_rule": "divide", "see_first": False},
    ),
    Setting(
        "stone-rummy",
        "blocked",
        "random clumsy",
        {"players": 2, "numbers": 6, "hand_size": 7, "exhaustion": "end", "finish": "hand"},
    ),
    Setting(
        "stone-rummy",
        "recycle",
        "random clumsy",
        {"players": 2, "numbers": 5, "hand_size": 6, "jokers": "stock2", "deposit_only_one": True},
    ),
    Setting("stone-rummy-plus", "claim capture joker_back out", "fickle optimal fickle", {}),
    Setting("stone-rummy-plus", "claim chase", "fickle fickle fickle", {"hand_size": 18}),
    Setting(
        "stone-rummy-plus",
        "give_up late_claim stone_back",
        "fickle fickle fickle",
        {"late_claim": True, "hand_size": 18, "winner_by": "GMP"},
    ),
    Setting(
        "stone-rummy-plus",
        "fail claim",
        "clumsy fickle optimal",
        {"joker_chase": False, "dissolve_any_time": False, "claim_mp": 2, "claim_min_real": 3},
    ),
    Setting("gin", "pass take_pool take_deposit discard knock lay out", "greedy cautious", {}),
    Setting("gin", "knock lay out", "greedy random", {"oklahoma": True, "jokers": 2}),
    Setting(
        "gin", "blocked", "random cautious", {"knock_limit": 0, "stock_end": 15, "hand_size": 7}
    ),
    Setting(
        "okey-101",
        "take_pool take_deposit lay discard out",
        "greedy optimal counting hold_back",
        {},
    ),
    Setting(
        "okey-101",
        "fail lay discard blocked",
        "clumsy hold_back greedy",
        {"players": 3, "joker_swap": "use_now", "open_pairs": 3, "exhaustion": "at_last_discard"},
    ),
    Setting(
        "okey-101",
        "lay pass joker_back",
        "greedy counting optimal cautious",
        {"penalty": 10, "open_points": 90, "pairs_addon_limit": 2, "split_runs": True},
    ),
    Setting(
        "okey", "take_pool take_deposit discard knock out", "greedy optimal counting hold_back", {}
    ),
    Setting(
        "okey",
        "show knock out",
        "optimal counting",
        {"players": 2, "hand_size": 8, "indicator_bonus": 2, "pairs_and_joker_loss": 4},
    ),
    Setting(
        "okey",
        "recycle out",
        "random greedy random",
        {
            "players": 3,
            "numbers": 6,
            "hand_size": 10,
            "exhaustion": "play_with_discards",
            "wrong_declaration": "lose_2",
        },
    ),
    Setting(
        "rummy-500", "take_pool take_deposit pull lay discard out", "greedy optimal random", {}
    ),
    Setting(
        "rummy-500",
        "pull lay fail blocked",
        "clumsy counting",
        {"players": 2, "jokers": 2, "going_out_discard": True, "take_whole_pile": True},
    ),
    Setting(
        "shanghai", "take_pool take_deposit lay discard out", "greedy optimal random cautious", {}
    ),
    Setting(
        "shanghai",
        "fail lay out",
        "clumsy counting greedy",
        {"players": 3, "meld_and_layoff_same_turn": True, "extra_melds": True, "max_buys": 2},
    ),
    Setting(
        "american", "take_pool take_deposit lay discard out", "greedy optimal random hold_back", {}
    ),
    Setting(
        "american",
        "lay recycle",
        "random greedy cautious",
        {"players": 3, "hand_size": 7, "exhaustion": "recycle", "scoring": "romanian"},
    ),
    Setting(
        "international", "take_pool take_deposit lay out", "hold_back counting greedy random", {}
    ),
    Setting(
        "international",
        "take_deposit lay out",
        "greedy optimal",
        {"players": 2, "open_points": 30, "discard_from": "after_opening", "round_up_to": 10},
    ),
    Setting("romanian", "offer take_pool lay discard out", "greedy optimal random hold_back", {}),
    Setting("romanian", "take_deposit lay discard", "optimal counting", {"players": 2}),
]


def happened(record: Record) -> set[str]:
    """Return the kinds of things that happened in a deal."""
    found = {record.ended}
    for turn in record.turns:
        for action in turn.actions:
            found.add(type(action).__name__.lower())
            if isinstance(action, Take):
                found.add({"pool": "take_pool"}.get(action.place, "take_deposit"))
            if isinstance(action, Fail) and action.late:
                found.add("late")
            if isinstance(action, Pull) and action.taken > 1:
                found.add("plunder")
        if turn.after.shuffles > turn.before.shuffles:
            found.add("recycle")
        found |= set(_of_table(turn)) | set(_of_claims(turn))
    return found


def _of_table(turn: Turn) -> Iterator[str]:
    """Yield what came from the table to the hand, or was put down from there."""
    before = Counter(turn.before.table.tiles) + Counter(turn.played)
    for tile in before - Counter(turn.after.table.tiles):
        if tile in turn.hand or not isinstance(turn.actions[-1], Discard) or turn.hand:
            yield "joker_back" if tile.is_joker else "stone_back"
        else:
            yield "last_from_table"


def _of_claims(turn: Turn) -> Iterator[str]:
    """Yield what became of claims, where there were places for some."""
    if not turn.before.claims:
        return
    for seat, (old, new) in enumerate(zip(turn.before.claims, turn.after.claims, strict=True)):
        lost, more = Counter(old) - Counter(new), Counter(new) - Counter(old)
        if seat != turn.seat and lost:
            yield "chase"
        elif lost and not turn.played:
            yield "give_up"
        elif more and not turn.played:
            yield "late_claim"
        elif more:
            yield "claim"
            rest = [Counter(meld.tiles) for meld in turn.before.table]
            if any(
                Counter(claim.tiles) - Counter([tile]) in rest
                for claim in more
                for tile in turn.played
            ):
                yield "capture"


def make(setting: Setting) -> Record:
    """Return the first deal in which everything happens that is wanted.

    Raises
    ------
    LookupError
        If there is none.
    """
    variant = find_variant(setting.game).with_rules(**setting.rules)
    seats = [ODD.get(name, name) for name in setting.strategies.split()]
    for seed in range(MOST_SEEDS):
        record = play(variant, seats, seed=seed, on_fault="penalty", seconds=SECONDS)
        if set(setting.wanted.split()) <= happened(record):
            return record
    raise LookupError(f"{setting}: nothing like it in {MOST_SEEDS} deals")


def main() -> None:
    """Write the deals of the games that the command line names, of all games by default."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracles.play_outs", description=__doc__)
    parser.add_argument("games", nargs="*", help="the games, all of them by default")
    asked = parser.parse_args().games
    FOLDER.mkdir(exist_ok=True)
    for game in dict.fromkeys(setting.game for setting in SETTINGS):
        if asked and game not in asked:
            continue
        records = [make(setting) for setting in SETTINGS if setting.game == game]
        text = "".join(record.to_json_lines() for record in records)
        (FOLDER / f"{game}.jsonl").write_text(text, encoding="utf-8")
        print(f"{game}: {len(records)} deals, {len(text):,} characters")


if __name__ == "__main__":
    main()
