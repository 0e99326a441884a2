"""Whole deals: of Sabra, all players laying all they can, and of draw and discard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import rummistats as rs
from benchmarks.peers import SolverPeer
from benchmarks.timing import Row, best_cpu_seconds
from rummistats.play.compiled import play_compiled
from rummistats.seeds import make_seed
from rummistats.tiles import Hand
from rummistats.variants import Variant

DEALS = 200
OF_ENGINE = 10
OF_PEER = 2
SEED = make_seed(1)


def measure_deals() -> Iterator[Row]:
    """Yield how many deals a second are played out, with jokers and without."""
    for jokers, aim in ((2, 300), (0, 1500)):
        game = rs.find_variant("sabra").with_rules(jokers=jokers)
        names = ["optimal"] * game.players
        play_compiled(game, names, SEED)
        ours = DEALS / best_cpu_seconds(partial(_compiled, game, names), 3)
        engine = OF_ENGINE / best_cpu_seconds(partial(_engine, game, names), 1)
        what = f"whole deals, {jokers} jokers"
        yield Row(what, "deals/s", ours, "the engine, with records", engine, aim)
        peer = SolverPeer(jokers)
        theirs = OF_PEER / best_cpu_seconds(partial(_peer, game, peer), 1)
        yield Row(
            what,
            "deals/s",
            ours,
            peer.name,
            theirs,
            note="The same deals for all, and for the engine the same ends; a peer may choose "
            "another of equally good plays.",
        )

    yield from _draw_and_discard()


def _draw_and_discard() -> Iterator[Row]:
    """Yield how many deals a second greedy players play of games of draw and discard."""
    others = ("rummy-500", "okey", "okey-101", "american", "international", "romanian")
    rounds = (("shanghai", number) for number in (1, 7, 10))
    for name, round_ in (*((name, 1) for name in others), *rounds):
        game = rs.find_variant(name)
        names = ["greedy"] * game.players
        play_compiled(game, names, SEED, round=round_)
        ours = DEALS / best_cpu_seconds(partial(_compiled, game, names, round_), 3)
        engine = OF_ENGINE / best_cpu_seconds(partial(_engine, game, names, round_), 1)
        what = f"whole deals of {game.game.title}" + f", round {round_}" * (name == "shanghai")
        yield Row(what, "deals/s", ours, "the engine, with records", engine, 200)


def _compiled(game: Variant, names: list[str], round_: int = 1) -> None:
    for deal in range(DEALS):
        play_compiled(game, names, SEED.child(deal), round=round_)


def _engine(game: Variant, names: list[str], round_: int = 1) -> None:
    for deal in range(OF_ENGINE):
        record = rs.play(game, names, SEED.child(deal), round=round_)
        outcome = play_compiled(game, names, SEED.child(deal), round=round_)
        if record.last.hands != outcome.last.hands:
            raise RuntimeError(f"deal {deal}: the engine and the compiled program differ")


def _peer(game: Variant, peer: SolverPeer) -> None:
    """Play deals out with the peer's solver at every turn."""
    for number in range(OF_PEER):
        deal = game.deal_table(seed=SEED.child(number).child(0))
        tiles = game.table_set
        hands = [tiles.hand(hand) for hand in deal.hands]
        table, pool, opened = tiles.hand(), list(deal.pool), [False] * len(hands)
        seat, passes = deal.starter, 0
        while passes < len(hands):
            played = peer.lay(_kinds(table), _kinds(hands[seat]), opened[seat])
            if played:
                laid = tiles.hand(tiles.tiles[kind] for kind in played)
                hands[seat], table = hands[seat] - laid, table + laid
                opened[seat], passes = True, 0
                if not len(hands[seat]):
                    break
            elif pool:
                hands[seat], passes = hands[seat] + tiles.hand([pool.pop(0)]), 0
            else:
                passes += 1
            seat = (seat + 1) % len(hands)


def _kinds(hand: Hand) -> list[int]:
    return [kind for kind, count in enumerate(hand.counts) for _ in range(count)]
