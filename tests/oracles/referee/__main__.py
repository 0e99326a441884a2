"""Play many deals and have the referee check every one: ``python -m tests.oracles.referee``."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random
from typing import Any, NamedTuple

from tests.oracles.referee import check_record
from tests.oracles.referee.house_rules import VALUES, changed_rules, many_house_rules

STRONG = ("optimal", "counting", "cautious", "hold_back")


class Job(NamedTuple):
    """A deal to be played."""

    part: str
    game: str
    rules: dict[str, Any]
    strategies: tuple[str, ...]
    seed: int


def jobs(game: str, randoms: int, strong: int, times: int) -> list[Job]:
    """Return the deals of a game: on defaults with both kinds of players, and by house rules."""
    found = [Job("random", game, {}, ("random",), seed) for seed in range(randoms)]
    everybody = ("random", "greedy", "borrowing", "clumsy", "slow", "fickle", *STRONG)
    for part, names, count in (("strong", STRONG, strong), ("rules", everybody, 0)):
        rows = many_house_rules(game, times) if part == "rules" and times else [{}] * count
        for seed, row in enumerate(rows):
            random = Random(f"{game} {part} {seed}")
            seats = tuple(random.choice(names) for _ in range(5))
            found.append(Job(part, game, changed_rules(game, row), seats, seed))
    return found


def judged(job: Job) -> tuple[Job, list[str], float, float]:
    """Play a deal and return what the referee says, and the CPU seconds of both."""
    from rummistats.play import play
    from rummistats.variants import find_variant
    from tests.odd_players import ODD, SECONDS

    variant = find_variant(job.game)
    if job.rules:
        variant = variant.with_rules(**job.rules)
    start = time.process_time()
    names = (job.strategies * variant.players)[: variant.players]
    seats = [ODD.get(name, name) for name in names]
    try:
        record = play(variant, seats, seed=job.seed, on_fault="penalty", seconds=SECONDS)
        text = record.to_json_lines()
    except Exception as error:
        return job, [f"{job}: {type(error).__name__}: {error}"], time.process_time() - start, 0
    middle = time.process_time()
    faults = check_record(text)
    for turn in record.turns:
        for seat in _who_failed(turn):
            if names[seat] not in ODD:
                faults.append(f"{names[seat]} failed: {turn}")
    return job, faults, middle - start, time.process_time() - middle


def _who_failed(turn: Any) -> Iterator[int]:
    """Yield the seats that failed in a turn: others may be asked whether they buy."""
    from rummistats.play.actions import Fail
    from rummistats.play.games import find_game

    state, game = turn.before, find_game(turn.before.variant)
    for action in turn.actions:
        if isinstance(action, Fail):
            yield state.seat
            state = game.fail(state, action)
        else:
            state = game.apply(state, action)


def main() -> int:
    """Run what the command line asks for; return 1 if the referee found a fault."""
    from tqdm import tqdm

    parser = argparse.ArgumentParser(prog="python -m tests.oracles.referee", description=__doc__)
    parser.add_argument("games", nargs="*", help="the games, all of them by default")
    parser.add_argument("--random", type=int, default=2000, help="deals of random players")
    parser.add_argument("--strong", type=int, default=200, help="deals of strong players")
    parser.add_argument("--times", type=int, default=20, help="deals with each value of a rule")
    parser.add_argument("--workers", type=int, help="processes, one for each core by default")
    asked = parser.parse_args()
    todo = [
        job
        for game in asked.games or VALUES
        for job in jobs(game, asked.random, asked.strong, asked.times)
    ]
    # Long deals shouldn't be the last ones.
    todo.sort(key=lambda job: job.part == "random")
    faults = 0
    seconds = [0.0, 0.0]
    with ProcessPoolExecutor(asked.workers) as pool:
        running = [pool.submit(judged, job) for job in todo]
        for done in tqdm(as_completed(running), total=len(running), unit="deal"):
            job, found, played, checked = done.result()
            for fault in found:
                tqdm.write(f"{job.part} {job.seed} {job.strategies}: {fault}")
            faults += len(found)
            seconds = [seconds[0] + played, seconds[1] + checked]
    print(
        f"{len(todo)} deals, {faults} faults; "
        f"CPU seconds: {seconds[0]:.0f} to play, {seconds[1]:.0f} to check"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
