"""The exercises of lesson 5: what is probable if I hold this."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import rummistats as rs
from rummistats.teach.answers import AnyHand, Choice, Estimate, Number
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.exercises import Exercise, Mistake, Task
from rummistats.tiles import Hand, Tile

if TYPE_CHECKING:
    from numpy.random import Generator

TILES, HAND = 106, 14
COLORS = "RBKY"
PLAIN = rs.find_variant("sabra").with_rules(jokers=0)
ALL_KINDS = [Tile(color, number) for color in COLORS for number in range(1, 14)]


def _probability(value: Fraction) -> Number:
    return Number(value, is_probability=True)


def _choice(random: Generator, right: str, *wrong: str) -> Choice:
    """Return the options in an order of the student's own."""
    options = tuple(sample(random, (right, *wrong), 1 + len(wrong)))
    return Choice(options, options.index(right))


def _forms_group(tiles: Iterable[Tile]) -> bool:
    colors: dict[int, set[str]] = {}
    for tile in tiles:
        colors.setdefault(tile.number, set()).add(tile.color)
    return any(len(found) >= 3 for found in colors.values())


def _forms_run(tiles: Iterable[Tile]) -> bool:
    held = {(tile.color, tile.number) for tile in tiles}
    return any({(c, n), (c, n + 1), (c, n + 2)} <= held for c, n in held)


def _forms_meld(tiles: Iterable[Tile]) -> bool:
    tiles = list(tiles)
    return _forms_group(tiles) or _forms_run(tiles)


def _outs(hand: list[Tile], seen: list[Tile], forms: Callable[[list[Tile]], bool]) -> list[Tile]:
    """Return every tile that can still come and forms a meld, each copy for itself."""
    known = [*hand, *seen]
    return [
        tile for tile in ALL_KINDS if forms([*hand, tile]) for _ in range(2 - known.count(tile))
    ]


def _table_of_hands(random: Generator) -> Task:
    hands = 1_000
    joker = whole(random, 225, 270)
    both = round(joker * whole(random, 91, 97) / 100)
    without = round((hands - joker) * whole(random, 31, 38) / 100)
    opened = both + without
    return Task(
        text=f"Say a class dealt {hands:,} hands of 14 tiles. **{joker}** of them had a joker, "
        f"and of these **{both}** could open, that is, had melds worth 30 points. Of the hands "
        f"without a joker **{without}** could open. Take a hand of the class **that could open**. "
        "What is the probability that it had a joker?",
        right=_probability(Fraction(both, opened)),
        why="You looked only at the hands that could open, and asked for their share with a joker.",
        mistakes=(
            Mistake(
                Fraction(both, joker),
                "That is the other way round: how many of the hands *with a joker* could open. "
                "Which hands are you choosing from?",
            ),
            Mistake(
                Fraction(both, hands),
                "That is the share of hands with both, among all hands. You know more: this hand "
                "could open.",
            ),
            Mistake(
                Fraction(joker, hands),
                "So many of *all* hands have a joker. But you know that this hand could open.",
            ),
            Mistake(
                Fraction(without, opened),
                "That is the share *without* a joker.",
            ),
            Mistake(
                Fraction(both, without),
                "You divided by the hands that could open without a joker. The hands with a "
                "joker that could open belong to those you choose from, too.",
            ),
        ),
        hints=(
            "Which hands are still possible, when you know that the hand could open?",
            "Draw a table with two rows, joker and no joker, and two columns, could open and "
            "could not. Which column counts?",
            f"Hands that could open: {both} + {without}.",
        ),
        solution=f"{both} + {without} = {opened} hands could open, and {both} of these had a "
        f"joker: {both}/{opened}.",
        given={"hands": hands, "joker": joker, "both": both, "without": without},
    )


BASE = "It answers the opposite question."
_FINE = "Nothing is wrong."
_PERCENT = "Percentages of different groups can't be compared at all."
_LUCK = "Who opens has luck, so the joker does not matter."


def _other_way_round(random: Generator) -> Task:
    joker = whole(random, 225, 270)
    both = round(joker * whole(random, 92, 97) / 100)
    without = round((1_000 - joker) * whole(random, 31, 38) / 100)
    name = pick(random, ("Chidi", "Emi", "Farah", "Mateo", "Signe"))
    share = round(100 * both / joker)
    return Task(
        text=f"{name} writes: *Of our {joker} hands with a joker {both} could open, that is "
        f"{share} %. So if somebody opens at once, I can be {share} % sure that there was a joker "
        f"in the hand.* (Of the {1_000 - joker} hands without a joker {without} could open.) What "
        "is wrong with that?",
        right=_choice(random, BASE, _FINE, _PERCENT, _LUCK),
        why="P(open given a joker) looks at hands with a joker, and P(joker given "
        "open) looks at hands that open; hands without a joker are far more frequent, and many "
        "of them open, too.",
        mistakes=(
            Mistake(
                _FINE,
                f"How many hands could open without a joker? {without} of them. Whoever opens may "
                "be one of these.",
            ),
            Mistake(
                _PERCENT,
                "One may compare them, and learn from it. But which group does the 100 % stand "
                "for, and which group do you want to know of?",
            ),
            Mistake(
                _LUCK,
                "It does matter: hands with a joker can open far more often. But is that what was "
                "to be found out?",
            ),
        ),
        hints=(
            "Which hands stand for 100 % in the sentence, and which hands should?",
            "Nearly all dogs have four legs. Is nearly everything on four legs a dog?",
            f"Hands that could open: {both} with a joker, and {without} without …",
        ),
        solution=f"{both + without} hands could open, and {both} of them had a joker: "
        f"{100 * both / (both + without):.0f} %. The sentence turned *P(open | joker)* into "
        "*P(joker | open)*.",
        given={"joker": joker, "both": both, "without": without},
    )


def _waiting_pair(random: Generator) -> list[Tile]:
    color, other = sample(random, COLORS, 2)
    kind = pick(random, ("two-way", "inside", "end", "group"))
    if kind == "group":
        number = whole(random, 1, 13)
        return [Tile(color, number), Tile(other, number)]
    gap = 2 if kind == "inside" else 1
    start = pick(random, (1, 12)) if kind == "end" else whole(random, 2, 12 - gap)
    return [Tile(color, start), Tile(color, start + gap)]


def _hand_and_table(random: Generator) -> tuple[list[Tile], list[Tile]]:
    """Return two waiting pairs without a meld, and a table on which some of their outs lie."""
    while True:
        hand = [*_waiting_pair(random), *_waiting_pair(random)]
        if len(set(hand)) < 4 or _forms_meld(hand):
            continue
        rest = [tile for tile in ALL_KINDS for _ in range(2 - hand.count(tile))]
        outs = _outs(hand, [], _forms_meld)
        others = [tile for tile in rest if tile not in outs]
        gone = sample(random, outs, whole(random, 1, 3))
        seen = [*gone, *sample(random, others, 6 - len(gone))]
        return hand, seen


def _count_outs(random: Generator) -> Task:
    hand, seen = _hand_and_table(random)
    held, table = PLAIN.playing_set.hand(hand), PLAIN.playing_set.hand(seen)
    outs = _outs(hand, seen, _forms_meld)
    listed = ", ".join(f"{outs.count(tile)} × {tile}" for tile in dict.fromkeys(outs))
    both_copies = 2 * len({tile for tile in ALL_KINDS if _forms_meld([*hand, tile])})
    return Task(
        text=f"You hold **{held}**, and you have seen that the others have "
        f"**{table}**. There are no jokers in this game; each tile is there twice. "
        "**How many tiles that can still come** would give you a "
        "meld of three tiles?",
        right=Number(Fraction(len(outs))),
        why="You counted every copy that can still come, and none that has gone.",
        mistakes=(
            Mistake(
                len(set(outs)),
                "You counted kinds of tiles. Each tile is there twice: how many copies of each can "
                "still come?",
            ),
            Mistake(
                both_copies,
                "You counted copies that have gone. A tile that you have seen elsewhere will not "
                "come to you.",
            ),
            Mistake(
                len(_outs(hand, seen, _forms_run)),
                "These are the tiles for a run. Can another tile give you a group?",
            ),
            Mistake(
                len(_outs(hand, seen, _forms_group)),
                "These are the tiles for a group. Can another tile give you a run?",
            ),
            Mistake(
                lambda read: read.value > both_copies,
                "So many tiles can't help, even if none had gone. Take two of your tiles at a "
                "time: some pairs wait for nothing, and a tile that helps two pairs is "
                "still one tile.",
            ),
            Mistake(
                lambda read: read.value > len(outs),
                "Too many. Write down the kinds of tiles that help; then strike out every copy "
                "that you hold or have seen.",
            ),
            Mistake(
                lambda read: read.value < len(outs),
                "Too few. Two of your tiles may wait at both ends, and two tiles of one number "
                "wait for every color that they lack. How many copies of each can still come?",
            ),
        ),
        hints=(
            "Take two of your tiles at a time. Which third tile makes them a meld?",
            "With R4 R5 alone: R3 and R6, each twice, so four tiles, unless one of them has gone.",
            f"The kinds that help: {', '.join(map(str, dict.fromkeys(outs)))}. Now count copies.",
        ),
        solution=f"{listed}: {len(outs)} tiles together.",
        given={"hand": str(held), "seen": str(table)},
        pictures=(held,),
    )


_EXAMPLES = {
    4: "R4 R5 K9",
    6: "R4 R6 B6",
    8: "R4 R5 B5",
    2: "R4 R6 K9",
}


def _hand_with_outs(wanted: int) -> Callable[[Hand], str]:
    """Return what a hand of three tiles lacks to have so many outs."""

    def missing(hand: Hand) -> str:
        tiles = list(hand)
        if len(tiles) != 3:
            return f"this hand has {len(tiles)} tiles, and should have three"
        if _forms_meld(tiles):
            return "this is a meld already, so it waits for nothing"
        outs = _outs(tiles, [], _forms_meld)
        if len(outs) == wanted:
            return ""
        more = "more" if len(outs) < wanted else "fewer"
        listed = ", ".join(map(str, dict.fromkeys(outs)))
        which = f" ({listed}, with all their copies)" if outs else ""
        return f"this hand has {len(outs)} outs{which}; you need {more}"

    return missing


def _build_a_hand(random: Generator) -> Task:
    wanted = pick(random, sorted(_EXAMPLES))
    color = pick(random, COLORS)
    shift = COLORS.index(color)
    turned = dict(zip(COLORS, COLORS[shift:] + COLORS[:shift], strict=True))
    example = " ".join(turned[tile[0]] + tile[1:] for tile in _EXAMPLES[wanted].split())
    return Task(
        text="Build a hand of **three tiles** that is no meld, and for which exactly "
        f"**{wanted} tiles** of the game would make a meld with two of them. There are no jokers, "
        "each tile is there twice, and nothing has been seen. Try hands on the rack above.",
        right=AnyHand(PLAIN, _hand_with_outs(wanted), example),
        why=f"Exactly {wanted} of the other tiles complete a meld with it.",
        hints=(
            "How many outs has a two-way wait, an inside wait, a pair of one number?",
            "R4 R5 waits for R3 and R6, twice each. Two tiles of one number wait for "
            "the other two colors. What if your three tiles are two waits at once?",
            "Begin with a pair that has no more outs than you need, and let the third tile add "
            "the rest, or nothing.",
        ),
        solution=f"For example {example}: an end or inside wait for a run has 2 outs, a two-way "
        "wait 4, a pair for a group 4; one tile can belong to two waits.",
        given={"wanted": wanted},
    )


def _within_draws(random: Generator) -> Task:
    outs = pick(random, (2, 3, 4, 6))
    seen = whole(random, 20, 45)
    draws = whole(random, 3, 8)
    unseen = TILES - seen
    right = 1 - Fraction(comb(unseen - outs, draws), comb(unseen, draws))
    return Task(
        text=f"You have seen **{seen}** of the {TILES} tiles, your own among them. **{outs}** of "
        f"the others would help you. What is the probability that **at least one** of your next "
        f"**{draws}** tiles helps?",
        right=_probability(right),
        why="*At least one* is everything but *none*, and all tiles that you have "
        "not seen are equally likely to come.",
        mistakes=(
            Mistake(
                Fraction(outs * draws, unseen),
                "You added up the chances of the single draws. If two of the tiles help, you "
                "counted that twice.",
            ),
            Mistake(Fraction(outs, unseen), "That is for the next tile alone."),
            Mistake(1 - right, "That is the probability that *none* of them helps."),
            Mistake(
                1 - (1 - Fraction(outs, unseen)) ** draws,
                "You put each tile back before the next came. Tiles that you draw stay with you.",
            ),
            Mistake(
                Fraction(outs * comb(unseen - outs, draws - 1), comb(unseen, draws)),
                "That is *exactly* one. At least one is also two"
                + (" …" if outs > 2 else ": both of them."),
            ),
            Mistake(
                1 - Fraction(comb(TILES - outs, draws), comb(TILES, draws)),
                "Out of all tiles of the game? Those that you have seen can't come any more.",
            ),
        ),
        hints=(
            "How many tiles can come, and how many of them don't help?",
            "For one draw: P(it helps) = outs divided by unseen tiles. For two, first find the "
            "probability that neither helps.",
            f"Unseen: {TILES} − {seen} = {unseen}. Draws that don't help at all: "
            f"C({unseen - outs}, {draws}) out of C({unseen}, {draws}).",
        ),
        solution=f"1 − C({unseen - outs}, {draws}) / C({unseen}, {draws}) = {float(right):.5f}.",
        given={"outs": outs, "unseen": unseen, "draws": draws},
    )


def _face_down(random: Generator) -> Task:
    red, blue = sample(random, range(2, 8), 2)
    tiles = red + blue
    return Task(
        text=f"A bag holds **{red}** red and **{blue}** blue tiles. You draw one and lay it **face "
        "down**, without looking. Then you draw a second one: it is **red**. What is the "
        "probability that the **first** tile, still face down, is red?",
        right=_probability(Fraction(red - 1, tiles - 1)),
        why="The tile in front of you is one of those that you haven't seen, and "
        "one red tile is known to be elsewhere. The second tile changed nothing about the first; "
        "it changed what you *know*.",
        mistakes=(
            Mistake(
                Fraction(red, tiles),
                "That was your knowledge before the second tile. What came later can't change the "
                "first tile, but it can tell you something about it. Think of a bag with one red "
                "tile only.",
            ),
            Mistake(
                Fraction(red, tiles - 1),
                "Which tiles can still be the first one? The red one that you see can't.",
            ),
            Mistake(
                Fraction(red - 1, tiles),
                "One red tile less is right. Are there still as many tiles that can be the first?",
            ),
            Mistake(
                Fraction(red * (red - 1), tiles * (tiles - 1)),
                "That is the probability that *both* are red, before you had seen any. You have "
                "seen the second.",
            ),
            Mistake(
                Fraction(blue, tiles - 1),
                "That is the probability that the first one is *blue*.",
            ),
            Mistake(
                Fraction(1, 2),
                "Red or blue are two possibilities, but not two *equally likely* ones. Count the "
                "tiles that can still be the first one.",
            ),
        ),
        hints=(
            "Which tiles can the face-down tile be, now that you see the other one?",
            "Take one red and one blue tile. The second one is red. What is the first?",
            f"All pairs (first, second) with a red second tile: {red} · {tiles - 1} …",
        ),
        solution=f"Of {tiles} · {tiles - 1} ordered pairs, {red} · {tiles - 1} have a red second "
        f"tile, and {red} · {red - 1} of these a red first one, too: {red - 1}/{tiles - 1}.",
        given={"red": red, "blue": blue},
    )


def _collector(random: Generator) -> Task:
    name = pick(random, ("Aiko", "Baraka", "Clara", "Dilan", "Noor"))
    color = pick(random, ("red", "blue", "black", "yellow"))
    prior = 10 * whole(random, 2, 6)
    keeps = 5 * whole(random, 1, 3)
    throws = 5 * whole(random, 5, 9)
    collecting, others = prior * keeps, (100 - prior) * throws
    return Task(
        text=f"{name} collects {color} tiles in **{prior} %** of all games. In such a game the "
        f"first discard is {color} in **{keeps} %** of the cases; in any other game in "
        f"**{throws} %**. Today the first discard was **{color}**. What is the probability that "
        f"{name} collects {color} today?",
        right=_probability(Fraction(collecting, collecting + others)),
        why=f"Of all games that begin with a {color} discard you took the share in "
        f"which {name} collects {color}: that is Bayes' rule.",
        mistakes=(
            Mistake(
                Fraction(keeps, 100),
                f"That is P({color} discard, given that {color} is collected). You know the "
                "discard, and ask for the other.",
            ),
            Mistake(
                Fraction(prior, 100),
                "That was so before the discard. What does the discard tell you?",
            ),
            Mistake(
                Fraction(collecting, 10_000),
                "That is the share of games with both. You know that one of them happened: "
                "out of which games?",
            ),
            Mistake(
                Fraction(others, collecting + others),
                f"That is the probability that {name} does *not* collect {color}.",
            ),
            Mistake(
                Fraction(keeps, keeps + throws),
                f"You forgot how often {name} collects {color} at all.",
            ),
            Mistake(
                Fraction(collecting + others, 10_000),
                f"So often the first discard is {color}, whether {name} collects or not. These are "
                "the games that count: in what share of *them* is it collected?",
            ),
        ),
        hints=(
            f"Think of 10,000 games. In how many is the first discard {color}, and in how many of "
            f"those does {name} collect {color}?",
            f"Of 100 games {prior} are collecting ones. Take {keeps} % of these, and "
            f"{throws} % of the others.",
            f"Collecting and a {color} discard: "
            f"{prior} · {keeps} = {collecting:,} games of 10,000.",
        ),
        solution=f"Of 10,000 games {prior} · {keeps} = {collecting:,} are collecting ones with a "
        f"{color} discard, and {100 - prior} · {throws} = {others:,} are others with a {color} "
        f"discard. The share is {collecting:,}/{collecting + others:,}.",
        given={"prior": prior, "keeps": keeps, "throws": throws},
    )


_EVENTS: dict[str, Callable[[Tile], bool]] = {
    "it is red": lambda tile: tile.color == "R",
    "it is blue": lambda tile: tile.color == "B",
    "its number is even": lambda tile: tile.number > 0 and tile.number % 2 == 0,
    "its number is odd": lambda tile: tile.number % 2 == 1,
    "its number is above 9": lambda tile: tile.number > 9,
    "its number is below 4": lambda tile: 0 < tile.number < 4,
    "its number is 7": lambda tile: tile.number == 7,
    "it is a joker": lambda tile: tile.is_joker,
}
INDEPENDENT, DISJOINT, NEITHER = (
    "They are independent.",
    "They are disjoint: they can't happen together.",
    "They are neither independent nor disjoint.",
)


def _relation(random: Generator) -> Task:
    jokers = pick(random, (0, 2))
    variant = rs.find_variant("sabra").with_rules(jokers=jokers)
    bag = list(variant.playing_set.all_tiles())
    wanted = pick(random, (INDEPENDENT, DISJOINT, NEITHER))
    fitting = [
        (one, other)
        for one in _EVENTS
        for other in _EVENTS
        if one < other and _related(bag, _EVENTS[one], _EVENTS[other]) == wanted
    ]
    if not fitting:
        # With jokers in the bag no two of these events are independent.
        return _relation(random)
    one, other = pick(random, fitting)
    first = sum(map(_EVENTS[one], bag))
    second = sum(map(_EVENTS[other], bag))
    both = sum(_EVENTS[one](tile) and _EVENTS[other](tile) for tile in bag)
    options = (INDEPENDENT, DISJOINT, NEITHER)
    told = f"{first} of the {len(bag)} tiles belong to the first event, {second} to the second"
    together = f"{told}, {both} to both" if both else f"{told}, none to both"
    answers = {
        INDEPENDENT: "Independent means: the one makes the other neither more nor less likely. "
        "Compare the share of the second event among all tiles with its share among the tiles of "
        "the first event.",
        DISJOINT: "Disjoint means that no tile belongs to both. Look for one that does.",
        NEITHER: "Look for a tile that belongs to both. If there is one: is the share of the "
        "second event among the tiles of the first the same as among all tiles?",
    }
    whys = {
        INDEPENDENT: "the second event has the same share among the tiles of the first event as "
        "among all tiles",
        DISJOINT: "no tile belongs to both; knowing the one, the other is impossible, and that is "
        "the opposite of independent",
        NEITHER: "some tiles belong to both, but their share isn't that among all tiles",
    }
    return Task(
        text="One tile is drawn from "
        + ("all 106 tiles, with the two jokers" if jokers else "the 104 tiles without jokers")
        + f". Two events: **{one}**; **{other}**. (A joker has no color and no number.) What is "
        "right?",
        right=Choice(options, options.index(wanted)),
        why=f"{whys[wanted]}: {together}.",
        mistakes=tuple(Mistake(option, answers[option]) for option in options if option != wanted),
        hints=(
            "Can one tile do both? And does the one change the chance of the other?",
            "Among red tiles, what is the share of 7s? And among all tiles?",
            f"Count: {told} …",
        ),
        solution=f"{together[0].upper()}{together[1:]}. Independent would need {first} · {second} "
        f"/ {len(bag)} = {float(Fraction(first * second, len(bag))):.4g} of both.",
        given={"jokers": jokers, "first": one, "second": other},
    )


def _related(bag: list[Tile], one: Callable[[Tile], bool], other: Callable[[Tile], bool]) -> str:
    both = sum(one(tile) and other(tile) for tile in bag)
    first, second = sum(map(one, bag)), sum(map(other, bag))
    if not first or not second:
        return ""
    if not both:
        return DISJOINT
    return INDEPENDENT if both * len(bag) == first * second else NEITHER


def _given_numbers(random: Generator) -> Task:
    number, other = sample(random, range(1, 14), 2)
    least = whole(random, 1, 3)
    ways = {
        (held, found): comb(8, held) * comb(8, found) * comb(90, HAND - held - found)
        for held in range(9)
        for found in range(min(8, HAND - held) + 1)
    }
    trials = sum(count for (held, _), count in ways.items() if held >= least)
    hits = sum(count for (held, found), count in ways.items() if held >= least and found >= 2)
    tiles = "tile" if least == 1 else "tiles"
    return Task(
        text=f"**By simulation.** Somebody holds 14 of the 106 tiles, and **at least {least}** "
        f"{tiles} with the number **{number}** among them. How likely is it that this hand has "
        f"**at least 2** tiles with the number **{other}**? Deal hands of `sabra`, and "
        "answer with two numbers: hits and trials, as in `(17, 100)`. Think: what is a trial here?",
        right=Estimate(Fraction(hits, trials)),
        why=f"Only hands with at least {least} of the {number}s are trials; all the "
        "others you deal in vain.",
        hints=(
            "Which of the hands that you deal count at all?",
            f'`dealt = rs.simulate(("count(number={number})", "count(number={other})"), "sabra", '
            "hands=10_000, seed=1)` records both counts of each hand, as pairs.",
            f"`some = dealt.given(lambda pair: pair[0] >= {least})` keeps the trials; `some.total` "
            "says how many they are.",
        ),
        solution=f"`(some.weight(lambda pair: pair[1] >= 2), some.total)`. Exactly it is "
        f"{hits / trials:.5f}.",
        given={"number": number, "other": other, "least": least},
    )


def _printed_draw(random: Generator) -> Task:
    players = whole(random, 2, 4)
    # The lesson shows draws up to the twelfth before it asks this.
    draw = whole(random, 13, 18)
    unseen = 92 - players * (draw - 1)
    printed = 92 - players * (draw - 3)
    own_draws_forgotten: tuple[Mistake, ...] = (
        Mistake(
            Fraction(2, 92 - (players - 1) * (draw - 1)),
            "Your own draws are seen as well.",
        ),
    )
    if players == 2:
        # That is the same as forgetting the draws of the one other player.
        own_draws_forgotten = ()
    return Task(
        text="You hold 14 of the 106 tiles, so 92 are unseen, and **two** of them are the tile "
        f"that you want. There are **{players}** players. In each round you see one more tile "
        "of each player, your own draw among them, and the wanted tile does not turn up. On your "
        "first draw the chance is 2/92, that is 1 in 46. A strategy page has such a table; "
        f"somebody continued it and printed for draw number **{draw}**: *1 in {printed / 2:g}*. "
        "That is wrong. What is the probability on that draw?",
        right=Number(Fraction(2, unseen), is_probability=True, form="one in"),
        why=f"Before draw {draw} there were {draw - 1} rounds with {players} tiles "
        f"seen in each: {unseen} tiles are left.",
        mistakes=(
            Mistake(
                Fraction(2, printed),
                "That is what was printed. How many rounds are over before this draw?",
            ),
            Mistake(
                Fraction(2, 92 - players * (draw - 2)),
                "That is the chance one draw earlier. On the second draw one round is over: how "
                "many are over on this one?",
            ),
            Mistake(
                Fraction(2, 92 - players * draw),
                "That is the chance one draw later. Before the first draw no round is "
                "over. How many are over before this one?",
            ),
            Mistake(
                Fraction(2, 92 - (draw - 1)),
                "You see the tiles of the other players, too."
                if players > 2
                else "In each round you see two tiles: your own draw, and one of the other player.",
            ),
            *own_draws_forgotten,
            Mistake(Fraction(1, unseen), "There are two tiles of the wanted kind."),
        ),
        hints=(
            "How many rounds are over before this draw, and how many tiles have you seen in each?",
            f"On the second draw one round is over: 92 − {players} tiles are unseen.",
            f"Before draw {draw}: {draw - 1} rounds with {players} tiles each.",
        ),
        solution=f"92 − {players} · {draw - 1} = {unseen} tiles are unseen, two of them wanted: "
        f"2/{unseen}, or 1 in {unseen / 2:g}.",
        given={"players": players, "draw": draw},
    )


PLACES = "Each tile that is held takes a place that another one could have had."
_TRUE = "Nothing: high tiles come together."
_NOTHING = "Nothing: different numbers have nothing to do with each other, so it changes nothing."
_LIKELY = "Nothing: a hand with two of a kind is a lucky hand."


def _kings_and_aces(random: Generator) -> Task:
    number, other = sample(random, range(1, 14), 2)
    name = pick(random, ("Ravi", "Lena", "Omar", "Sofia", "Zola"))
    all_hands = comb(TILES, HAND)
    two = [
        comb(8, held) * comb(90, HAND - held - found) * comb(8, found)
        for held in range(2, 9)
        for found in range(2, min(8, HAND - held) + 1)
    ]
    given_two = sum(comb(8, held) * comb(98, HAND - held) for held in range(2, 9))
    return Task(
        text=f"A web page about rummy says that holding two kings makes two aces likely. {name} "
        f"says the same of tiles: *I have two {number}s among my 14 tiles, so two {other}s are "
        "more likely than usual.* What is wrong with that?",
        right=_choice(random, PLACES, _TRUE, _NOTHING, _LIKELY),
        why=f"Two places are taken, so fewer are left for {other}s: they become a "
        "little less likely, not more.",
        mistakes=(
            Mistake(_TRUE, "Do tiles know how high they are while they are mixed?"),
            Mistake(
                _NOTHING,
                "Nearly. But think of a hand of two tiles only: with two of the one number, how "
                "many of the other can there be?",
            ),
            Mistake(
                _LIKELY,
                "Luck is no property of a hand. Where would the other two come from, with "
                "fewer places left?",
            ),
        ),
        hints=(
            f"Fourteen tiles: how many of them can be {other}s, if some are {number}s?",
            "Make the hand as small as two tiles. You hold two kings. How many aces are there?",
            "Of fourteen places two are taken …",
        ),
        solution=f"Given at least two {number}s, at least two {other}s have the probability "
        f"{sum(two) / given_two:.4f}; without knowing anything it is {given_two / all_hands:.4f}.",
        given={"number": number, "other": other},
    )


EXERCISES = (
    Exercise("5.1", "A table of hands", "do", _table_of_hands),
    Exercise("5.2", "The other way round", "mistake", _other_way_round),
    Exercise("5.3", "Tiles that can still come", "do", _count_outs),
    Exercise("5.4", "Build a hand", "do", _build_a_hand),
    Exercise("5.5", "Within some draws", "do", _within_draws),
    Exercise("5.6", "Face down", "explain", _face_down),
    Exercise("5.7", "A collector", "do", _collector),
    Exercise("5.8", "Independent or disjoint", "explain", _relation),
    Exercise("5.9", "Only some hands count", "do", _given_numbers),
    Exercise("5.10", "A printed table", "mistake", _printed_draw),
    Exercise("5.11", "Kings and aces", "mistake", _kings_and_aces),
)
