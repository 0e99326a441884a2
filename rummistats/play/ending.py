"""The end of a deal in words: how it ended, who wins and by what, and what the scores are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.melds import Pair
from rummistats.play.claims import has_claims
from rummistats.play.discarding import CIRCLES
from rummistats.play.games import okey_101, stone_rummy
from rummistats.play.games.american import CLOSED, UNMELDED, WON, AmericanState
from rummistats.play.games.finding import PLAYED
from rummistats.play.games.gin import GinState
from rummistats.play.games.international import InternationalState, kind_of_win
from rummistats.play.games.okey import OkeyState
from rummistats.play.games.okey_101 import Okey101State
from rummistats.play.games.romanian import RomanianState
from rummistats.play.games.shanghai import ShanghaiState
from rummistats.play.games.stone_rummy import StoneState
from rummistats.play.scoring import rack_points
from rummistats.play.telling import in_game_words
from rummistats.play.trump import PATIENCE

if TYPE_CHECKING:
    from rummistats.play.records import Record
    from rummistats.play.state import State

__all__ = ["Ending", "ending_in_words", "ending_of"]


@dataclass(frozen=True)
class Ending:
    """What is told of the end of a deal.

    Parameters
    ----------
    how : str
        How it ended, and who ended it.
    won : str
        By what it was won, for after "wins" or "win".
    scores : str
        What the scores are, and which are better.
    parts : tuple of str
        Of what the score of each seat consists, where that is told; nothing for some.
    notes : tuple of str
        What else has changed the scores.
    """

    how: str
    won: str
    scores: str
    parts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def ending_in_words(record: Record, names: Sequence[str] = ()) -> str:
    """Return a few lines on the end of a deal, in the words of its game.

    Parameters
    ----------
    record : Record
        The deal.
    names : sequence of str, optional
        Of the players, by seat.

    Examples
    --------
    >>> from rummistats.play import play
    >>> print(ending_in_words(play("stone-rummy-plus", "optimal", seed=2)))
    Seat 1 has gone out: no tile is left on the rack.
    Seat 1 and seat 3 win with most matchpoints of this deal, those for claims among them.
    Scores, matchpoints for few tiles left and 1 for each claim (more is better): seat 1: 3, seat 2:
    1, seat 3: 3 (2 for the tiles left, 1 for claims)
    """
    told = ending_of(record, names)
    lines = [_sentence(told.how)]
    if record.winners:
        won = [_who(seat, names) for seat in record.winners]
        lines.append(_sentence(f"{' and '.join(won)} win{'s' * (len(won) == 1)} {told.won}"))
    else:
        lines.append("Nobody wins.")
    lines += map(_sentence, told.notes)
    scores = []
    for seat, score in enumerate(record.scores):
        part = told.parts[seat] if told.parts else ""
        scores.append(f"seat {seat + 1}: {_number(score)}{f' ({part})' if part else ''}")
    lines.append(f"Scores, {told.scores}: {', '.join(scores)}")
    return in_game_words("\n".join(lines), record.variant)


def ending_of(record: Record, names: Sequence[str] = ()) -> Ending:
    """Return what is told of the end of a deal.

    Parameters
    ----------
    record, names
        As for `ending_in_words`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> ending_of(play("machiavelli", "optimal", seed=1)).won
    'as the first who is rid of all tiles'
    """
    told = _ENDINGS[PLAYED[record.variant.game.name]]
    return told(record, tuple(_who(seat, names) for seat in range(len(record.scores))))


def _who(seat: int, names: Sequence[str]) -> str:
    return f"seat {seat + 1}{f' ({names[seat]})' if seat < len(names) else ''}"


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _number(score: Fraction | int) -> str:
    score = Fraction(score)
    return str(score) if score.denominator == 1 else f"{float(score):.2f}".rstrip("0")


def _gone_out(record: Record, who: Sequence[str]) -> str:
    return f"{who[record.turns[-1].seat]} has gone out: no tile is left on the rack"


_FIRST_OUT = "as the first who is rid of all tiles"
_MORE, _FEWER = "(more is better)", "(fewer is better)"


def _blocked(state: State) -> str:
    """Return how a deal ended that everybody has passed in turn."""
    empty = "" if state.pool else "the pool is empty, and "
    return f"nobody has gone out: {empty}in a whole round nobody has laid anything"


def _in_circles(state: State) -> bool:
    return state.passes >= CIRCLES * state.players


_CIRCLES = f"nobody has gone out: for {CIRCLES} rounds only the discards of others were taken"


def _fewest_left(state: State, seat: int) -> str:
    """Return by what a blocked deal is won, where ``blocked_winner`` says it."""
    points = rack_points(state)
    tie = ", and comes first in turn of those who have" if _first_of_equals(state) else ""
    if state.variant.rule("blocked_winner") == "lowest_total":
        return f"with the fewest points left on the rack, {points[seat]}{tie}"
    tiles = [len(hand) for hand in state.hands]
    among = ", and the fewest points among those" if tiles.count(tiles[seat]) > 1 else ""
    return f"with the fewest tiles left on the rack, {tiles[seat]}{among}{tie}"


def _first_of_equals(state: State) -> bool:
    """Whether of several with the least on the rack the first one alone has won."""
    if state.variant.rule("tie") != "first":
        return False
    least: list[tuple[int, ...]] = [(points,) for points in rack_points(state)]
    if state.variant.rule("blocked_winner") != "lowest_total":
        least = [(len(hand), *least[seat]) for seat, hand in enumerate(state.hands)]
    return least.count(min(least)) > 1


def _less_the_winners(state: State) -> str:
    rules = dict(state.variant.table_rules)
    less = state.ended != "out" and rules.get("blocked_scoring") == "difference"
    return ", less what a winner has left" if less else ""


def _racks(record: Record, points: str = "points lost for") -> str:
    """Return what scores are for which the losers lose their racks to the winner."""
    to = "the winner" if len(record.winners) == 1 else "the winners, in equal shares"
    less = _less_the_winners(record.last)
    return f"{points} what is left on the rack{less}, and won by {to} {_MORE}"


def _sabra(record: Record, who: Sequence[str]) -> Ending:
    state = record.last
    out = record.ended == "out"
    how = _gone_out(record, who) if out else _blocked(state)
    won = _FIRST_OUT if out else _fewest_left(state, record.winners[0])
    rules = state.variant
    if rules.rule("scoring") == "penalty":
        scores = f"penalty points for what is left on the rack{_less_the_winners(state)} {_FEWER}"
        return Ending(how, won, scores)
    notes = []
    if rules.rule("unopened_rule") == "add_to_each":
        notes = [
            f"{who[seat]} has not opened, so every other loser gets the points of that rack, too"
            for seat, opened in enumerate(state.opened)
            if not opened and seat not in record.winners
        ]
    return Ending(how, won, _racks(record), notes=tuple(notes))


def _machiavelli(record: Record, who: Sequence[str]) -> Ending:
    state, rules = record.last, record.variant
    out = record.ended == "out"
    how = _gone_out(record, who) if out else _blocked(state)
    won = _FIRST_OUT if out else "with the fewest tiles left on the rack"
    scores = {
        "win": f"1 for the game, shared by those who win it {_MORE}",
        "cards": _racks(record, "1 point lost for each tile of"),
        "points": _racks(record),
    }[str(rules.rule("scoring"))]
    return Ending(how, won, scores)


def _stone_rummy(record: Record, who: Sequence[str]) -> Ending:
    state = record.last
    assert isinstance(state, StoneState)
    rules, claimed = state.variant, has_claims(state.variant)
    how = _gone_out(record, who) if record.ended == "out" else _stopped(state)
    by_claims = claimed and rules.rule("winner_by") == "TMP"
    won = "with most matchpoints of this deal"
    if claimed:
        won += f", those for claims {'among them' if by_claims else 'apart'}"
    penalty = Fraction(str(rules.rule("slow_penalty")))
    notes = [
        f"{who[seat]} was too slow, which costs {_number(penalty)}"
        for seat in sorted(state.slow)
        if penalty
    ]
    if record.ended == "out" and state.turn <= state.players and rules.rule("first_round_rule"):
        notes.append("the first round was the last one, so all others share what is left equally")
    scores, parts = "matchpoints for few tiles left", []
    if claimed:
        each = int(str(rules.rule("claim_mp")))
        scores += f" and {each} for each claim"
        for seat, points in enumerate(stone_rummy.game_matchpoints(state)):
            own = each * len(state.claims[seat])
            rack = points + penalty * (seat in state.slow)
            parts.append(f"{_number(rack)} for the tiles left, {own} for claims" if own else "")
    return Ending(how, won, f"{scores} {_MORE}", tuple(parts), tuple(notes))


def _stopped(state: StoneState) -> str:
    """Return why a game of Stone-Rummy ended with nobody going out."""
    if state.passes >= stone_rummy.PATIENCE * state.players:
        return (
            f"nobody has gone out: for {stone_rummy.PATIENCE} rounds nobody has laid anything or "
            "taken a tile from the pool"
        )
    if state.passes >= state.players and not state.pool:
        return _blocked(state)
    return "nobody has gone out: there are not two tiles left to take"


def _gin(record: Record, who: Sequence[str]) -> Ending:
    state = record.last
    assert isinstance(state, GinState)
    knocker = state.knocker
    if knocker is None:
        how = f"nobody has knocked, and the pool has {len(state.pool)} tiles left: the deal is void"
        return Ending(how, "", f"points {_MORE}")
    points = rack_points(state)
    mine, other = points[knocker], points[1 - knocker]
    melds = "with all tiles in melds" if not state.face_down else f"with {state.face_down[0]}"
    how = f"{who[knocker]} has knocked {melds}"
    dead = f"{points[record.winners[0]]} points of dead wood against {max(mine, other)}"
    if not mine:
        rule = "gin_bonus" if state.face_down else "big_gin_bonus"
        won = f"with {'gin' if state.face_down else 'big gin'}: no dead wood is left"
        bonus, parts = int(str(state.variant.rule(rule))), f"the dead wood of the other, {other}"
    elif record.winners[0] == knocker:
        won, bonus, parts = f"with {dead}", 0, f"the difference, {other - mine}"
    else:
        won = f"with an undercut: {dead}"
        bonus = int(str(state.variant.rule("undercut_bonus")))
        parts = f"the difference, {mine - other}"
    parts += f", and a bonus of {bonus}" if bonus else ""
    both = tuple(parts if seat in record.winners else "" for seat in range(2))
    return Ending(how, won, f"points for the winner alone {_MORE}", both)


def _okey(record: Record, who: Sequence[str]) -> Ending:
    state = record.last
    assert isinstance(state, OkeyState)
    rules, notes = state.variant, []
    if state.winner is None:
        how, won = "nobody has declared, and the pool is empty", ""
    else:
        pairs = any(isinstance(meld, Pair) for meld in state.table)
        joker = bool(state.face_down) and state.face_down[-1].is_joker
        melds = "pairs" if pairs else "groups and runs"
        how = f"{who[state.winner]} has declared: all tiles but one are in {melds}"
        if joker:
            how += ", and that one is a joker"
        won = "as the first who could declare" + _as_a_team(record)
        loser = next(seat for seat in range(state.players) if seat not in record.winners)
        cost = -record.scores[loser] - _other_costs(state, loser)
        notes.append(f"that costs each of the others {_many(int(cost), 'point')}")
    if state.showed is not None:
        bonus = int(str(rules.rule("indicator_bonus")))
        notes.append(
            f"{who[state.showed]} has shown the twin of the indicator, which costs "
            f"{'the other team' if state.partnered else 'each of the others'} "
            f"{_many(bonus, 'point')}"
        )
    for seat, times in enumerate(state.mistaken):
        if times:
            notes.append(
                f"{who[seat]} has declared wrongly, which costs {_many(2 * times, 'point')}"
            )
    start = rules.rule("start_points")
    scores = f"points lost of the {start} with which each player starts (0 is best)"
    return Ending(how, won, scores, notes=tuple(notes))


def _other_costs(state: OkeyState, seat: int) -> int:
    """Return what a seat has lost in a hand of Okey beside the winner's declaration."""
    partner = (seat + 2) % state.players if state.partnered else seat
    lost = 2 * sum(state.mistaken[each] for each in {seat, partner})
    if state.showed is not None and state.showed not in (seat, partner):
        lost += int(str(state.variant.rule("indicator_bonus")))
    return lost


def _as_a_team(record: Record) -> str:
    return ", as a team" if len(record.winners) > 1 else ""


def _okey_101(record: Record, who: Sequence[str]) -> Ending:
    state = record.last
    assert isinstance(state, Okey101State)
    rules, winner, notes = state.variant, state.winner, []
    if okey_101.is_void(state):
        scores = f"penalty points, none in a void deal {_FEWER}"
        return Ending("the deal is void: everybody has opened with pairs", "", scores)
    won = ""
    scores = "penalty points for what is left on the rack"
    if winner is None:
        how = "nobody has gone out, and the pool is empty"
        counted = rules.rule("no_winner_scoring")
        if counted == "zero":
            scores = "penalty points, none without a winner"
        elif counted == "opened_only":
            scores += ", none without an opening"
        else:
            scores += f", {rules.rule('not_opened')} without an opening"
    else:
        how, won = _gone_out(record, who), _FIRST_OUT + _as_a_team(record)
        win = f"less than 0 for {'who goes out' if state.partnered else 'the winner'}"
        scores += f", {rules.rule('not_opened')} without an opening, {win}"
        twice = [
            ("a joker as the last discard", state.discards[-1].is_joker),
            ("an opening with pairs", state.ways[winner] == okey_101.PAIRS),
            (
                "a rack that was laid at once",
                state.concealed and bool(rules.rule("finish_from_hand_bonus")),
            ),
        ]
        notes += [f"{what} has doubled the scores" for what, is_so in twice if is_so]
    if okey_101.PAIRS in (way for seat, way in enumerate(state.ways) if seat != winner):
        notes.append("what is left on the rack counts twice for who has opened with pairs")
    penalty = int(str(rules.rule("penalty")))
    parts = tuple(
        f"{penalty * fines} of it for {'a penalty' if fines == 1 else f'{fines} penalties'}"
        if fines
        else ""
        for fines in state.fines
    )
    return Ending(how, won, f"{scores} {_FEWER}", parts, tuple(notes))


def _rummy_500(record: Record, who: Sequence[str]) -> Ending:
    state = record.last
    if record.ended == "out":
        how = _gone_out(record, who)
    elif _in_circles(state):
        how = _CIRCLES
    else:
        last = record.turns[-1].seat
        how = f"nobody has gone out: the pool is empty, and {who[last]} has taken no discard"
    scores = f"points of the tiles laid less those left on the rack {_MORE}"
    return Ending(how, "with most points of this deal", scores)


def _shanghai(record: Record, who: Sequence[str]) -> Ending:
    state = record.last
    assert isinstance(state, ShanghaiState)
    scores, parts = f"penalty points for what is left on the rack {_FEWER}", []
    if record.ended == "out":
        if state.lays_contract:
            rule = "one_turn_bonus" if state.with_joker else "one_turn_no_joker_bonus"
            joker = "" if state.with_joker else " and without a joker"
            parts = [""] * len(record.scores)
            parts[state.seat] = (
                f"a bonus of {state.variant.rule(rule)} for going out in one turn{joker}"
            )
        return Ending(_gone_out(record, who), _FIRST_OUT, scores, tuple(parts))
    if _in_circles(state):
        return Ending(_CIRCLES, "", scores)
    again = "again, and nothing was laid since the last time" if state.idle else ""
    how = f"nobody has gone out: the pool is empty {again}".rstrip()
    return Ending(how, "", scores)


def _worn_out(state: State) -> str:
    """Return how a deal of a game with a trump ended with nobody going out."""
    if state.passes >= PATIENCE * state.players:
        pool = "and the pool is one of discards" if state.shuffles else "or taken from the pool"
        return f"nobody has gone out: for {PATIENCE} rounds nothing was laid, {pool}"
    return "nobody has gone out, and the pool is empty"


def _american(record: Record, who: Sequence[str]) -> Ending:
    state, rules = record.last, record.variant
    assert isinstance(state, AmericanState)
    out = record.ended == "out"
    how = _gone_out(record, who) if out else _worn_out(state)
    notes = []
    if out:
        cases = (
            ("trump_win_factor", state.source == "face_up", "the trump was used to win"),
            ("joker_discard_factor", state.discards[-1].is_joker, "a joker was discarded last"),
        )
        for rule, is_so, what in cases:
            factor = int(str(rules.rule(rule)))
            if is_so and factor != 1:
                notes.append(f"{what}, so all scores count {factor} times")
    if rules.rule("scoring") == "romanian":
        closed = "" if state.was_open or not out else f", {CLOSED} for laying all in one turn"
        scores = (
            f"points of the tiles laid less those left on the rack, {UNMELDED} for who has laid "
            f"nothing, {WON} for going out{closed} {_MORE}"
        )
        return Ending(how, _FIRST_OUT, scores, notes=tuple(notes))
    won = _FIRST_OUT if out else _fewest_left(state, record.winners[0])
    return Ending(how, won, _racks(record), notes=tuple(notes))


def _international(record: Record, who: Sequence[str]) -> Ending:
    state = record.last
    assert isinstance(state, InternationalState)
    rules, notes = dict(state.variant.table_rules), []
    out, won = record.ended == "out", ""
    how = _worn_out(state)
    if out:
        seat, kind = record.turns[-1].seat, kind_of_win(state)
        before = "melds were laid in an earlier turn"
        meaning = {
            "Open": before if state.was_open else "tiles were added to melds of the table",
            "Foot": "all tiles but the last discard are laid at once",
            "Hand": "all tiles but the last discard are a special hand",
        }[kind]
        won = f"with {'an' if kind == 'Open' else 'a'} {kind}: {meaning}"
        how = _gone_out(record, who)
        if state.is_hand:
            how = f"{who[seat]} has shown a Hand"
        if rules["joker_discard_doubles"] and state.discards[-1].is_joker:
            notes.append("a joker was discarded last, which doubles all scores")
    flat = rules["unmelded_score" if out else "unmelded_no_winner"]
    scores = f"penalty points for what is left on the rack, {flat} for who has laid nothing"
    scores += ", less than 0 for the winner" if out else ""
    if rules["false_claim"] == "unmelded":
        notes += [
            f"{who[seat]} has claimed a Foot or Hand falsely, and has at least "
            f"{rules['unmelded_score']}"
            for seat in sorted(state.false_claims)
        ]
    return Ending(how, won, f"{scores} {_FEWER}", notes=tuple(notes))


def _romanian(record: Record, who: Sequence[str]) -> Ending:
    state, rules = record.last, record.variant
    assert isinstance(state, RomanianState)
    out = record.ended == "out"
    if out:
        how = _gone_out(record, who)
    elif _in_circles(state):
        how = _CIRCLES
    else:
        how = "nobody has gone out, and the pool is empty"
    scores = "points of the tiles laid less those left on the rack"
    if out or rules.rule("no_meld_penalty_without_winner"):
        flat = rules.rule("no_meld_penalty") == "flat200"
        scores += f", {'-200' if flat else '-100 more'} for who has laid nothing"
    notes = []
    if out:
        bonus = int(str(rules.rule("win_bonus")))
        closed = int(str(rules.rule("closed_bonus"))) if state.closed else 0
        more = f", and {closed} more for laying all tiles in one turn" if closed else ""
        notes.append(f"the winner has a bonus of {bonus}{more}")
        if rules.rule("joker_discard_doubles") and state.discards[-1].is_joker:
            notes.append("a joker was discarded last, which doubles the winner's score")
    twin = int(str(rules.rule("twin_bonus")))
    parts = tuple(
        f"{twin} of it for a twin of the tile beside the pool"
        if seat in state.twins and twin
        else ""
        for seat in range(len(record.scores))
    )
    return Ending(how, _FIRST_OUT, f"{scores} {_MORE}", parts, tuple(notes))


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


_ENDINGS: Mapping[str, Callable[[Record, Sequence[str]], Ending]] = {
    "sabra": _sabra,
    "machiavelli": _machiavelli,
    "stone_rummy": _stone_rummy,
    "gin": _gin,
    "okey": _okey,
    "okey_101": _okey_101,
    "rummy_500": _rummy_500,
    "shanghai": _shanghai,
    "american": _american,
    "international": _international,
    "romanian": _romanian,
}
