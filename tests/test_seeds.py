"""Seeds: what was recorded gives the same stream again, and children are independent."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from rummistats.errors import RummistatsError, SimulationError
from rummistats.seeds import Seed, make_seed


def words(seed: Seed, size: int = 8) -> list[int]:
    """The first random words of a seed's stream."""
    drawn: npt.NDArray[np.uint64] = seed.generator().integers(0, 2**63, size=size, dtype=np.uint64)
    return [int(word) for word in drawn]


@pytest.mark.parametrize(
    "number", [7, np.int8(7), np.uint8(7), np.int32(7), np.int64(7), np.uint64(7)], ids=repr
)
def test_whole_numbers_of_any_kind_are_the_same_seed(number: object) -> None:
    seed = make_seed(number)
    assert seed == Seed(7)
    assert type(seed.entropy) is int
    assert words(seed) == np.random.default_rng(7).integers(0, 2**63, 8, np.uint64).tolist()


@pytest.mark.parametrize("number", [0, 1, 2**32, 2**64 - 1, 2**128 + 5, 10**60])
def test_every_whole_number_from_0_on_is_a_seed(number: int) -> None:
    assert make_seed(number) == Seed(number)
    assert words(make_seed(number)) == words(Seed(number))


def test_a_seed_stands_for_itself() -> None:
    seed = Seed(7, (3, 1))
    assert make_seed(seed) is seed
    assert pickle.loads(pickle.dumps(seed)) == seed
    assert words(pickle.loads(pickle.dumps(seed))) == words(seed)


@pytest.mark.parametrize(
    "sequence",
    [
        np.random.SeedSequence(7),
        np.random.SeedSequence(np.int64(7)),
        np.random.SeedSequence(2**100),
        np.random.SeedSequence([1, 2, 3]),
        np.random.SeedSequence(np.array([1, 2, 3])),
        np.random.SeedSequence(7, spawn_key=(4, 2)),
        np.random.SeedSequence(7).spawn(3)[2],
        np.random.SeedSequence([1, 2], spawn_key=np.array([5]).tolist()),
    ],
    ids=lambda sequence: f"{sequence.entropy!r} {sequence.spawn_key}",
)
def test_a_seed_sequence_stands_for_itself(sequence: np.random.SeedSequence) -> None:
    expected = np.random.Generator(np.random.PCG64(sequence)).integers(0, 2**63, 8, np.uint64)
    seed = make_seed(sequence)
    assert words(seed) == expected.tolist()
    # Making a seed of it doesn't change it.
    assert make_seed(sequence) == seed
    assert hash(make_seed(sequence)) == hash(seed)


def test_a_generator_is_advanced() -> None:
    generator = np.random.default_rng(7)
    twin = copy.deepcopy(generator)
    first, second = make_seed(generator), make_seed(generator)
    assert first != second
    assert words(first) != words(second)
    # The same generator state always gives the same seed.
    assert make_seed(twin) == first
    assert make_seed(twin) == second
    assert generator.bit_generator.state == twin.bit_generator.state
    assert generator.bit_generator.state != np.random.default_rng(7).bit_generator.state


@pytest.mark.parametrize(
    "bits", [np.random.PCG64, np.random.MT19937, np.random.Philox, np.random.SFC64]
)
def test_a_generator_on_any_bit_source_gives_128_bits(
    bits: type[np.random.BitGenerator],
) -> None:
    entropies = []
    for k in range(40):
        entropy = make_seed(np.random.Generator(bits(k))).entropy
        assert isinstance(entropy, int)
        assert 0 <= entropy < 2**128
        entropies.append(entropy)
    assert len(set(entropies)) == 40
    # Each of the four words is used.
    assert all(
        len({entropy >> 32 * k & 0xFFFFFFFF for entropy in entropies}) == 40 for k in range(4)
    )


def test_none_draws_fresh_entropy_and_records_it() -> None:
    seeds = [make_seed() for _ in range(20)]
    assert len(set(seeds)) == 20
    assert make_seed(None) not in seeds
    again = make_seed(seeds[0].entropy)
    assert again == seeds[0]
    assert words(again) == words(seeds[0])


def test_a_generator_starts_anew_each_time() -> None:
    seed = make_seed(7)
    first = seed.generator()
    first.random(1000)
    assert words(seed) == words(make_seed(7))
    assert seed.generator().bit_generator.state != first.bit_generator.state


# Children


def test_children_are_those_that_numpy_spawns() -> None:
    spawned = np.random.SeedSequence(7).spawn(5)
    for k, sequence in enumerate(spawned):
        expected = np.random.Generator(np.random.PCG64(sequence)).integers(
            0, 2**63, 8, dtype=np.uint64
        )
        assert words(make_seed(7).child(k)) == expected.tolist()
        for j, grandchild in enumerate(sequence.spawn(2)):
            expected = np.random.Generator(np.random.PCG64(grandchild)).integers(
                0, 2**63, 8, dtype=np.uint64
            )
            assert words(make_seed(7).child(k).child(j)) == expected.tolist()


def test_children_have_different_streams_and_do_not_depend_on_order() -> None:
    seed = make_seed(7)
    forward = [tuple(words(seed.child(k))) for k in range(200)]
    backward = [tuple(words(seed.child(k))) for k in reversed(range(200))]
    assert forward == backward[::-1]
    family = {
        *forward,
        tuple(words(seed)),
        *(tuple(words(seed.child(0).child(k))) for k in range(9)),
    }
    assert len(family) == 210


def test_seeds_are_not_made_by_adding() -> None:
    # Child 1 of seed 7 is neither child 0 of seed 8 nor seed 8.
    seen = {tuple(words(make_seed(s).child(k))) for s in range(20) for k in range(20)}
    assert len(seen) == 400


def test_neighboring_children_are_uncorrelated() -> None:
    first = np.array([make_seed(7).child(k).generator().random() for k in range(4001)])
    # Pairs of neighbors fill the unit square evenly.
    cells, *_ = np.histogram2d(first[:-1], first[1:], bins=10, range=[[0, 1], [0, 1]])
    assert stats.chisquare(cells.ravel()).pvalue > 1e-4


# Bad input


@pytest.mark.parametrize(
    "value",
    [
        "x",
        "7",
        -1,
        np.int64(-1),
        1.5,
        7.0,
        np.float64(7.0),
        True,
        False,
        np.bool_(True),
        [7],
        (1, 2),
        np.array([1, 2]),
        np.random.RandomState(7),
        object,
    ],
    # Without the address in memory: tests must have the same names in every process.
    ids=lambda value: repr(value).split(" at ")[0],
)
def test_what_is_no_seed(value: object) -> None:
    with pytest.raises(SimulationError) as error:
        make_seed(value)
    message = str(error.value)
    assert f"seed={value!r}" in message
    assert "whole number from 0 on" in message
    assert "SeedSequence" in message
    assert "\n" not in message
    assert isinstance(error.value, RummistatsError)
    assert isinstance(error.value, ValueError)


def test_the_text_of_a_seed_tells_descendants_apart() -> None:
    seeds = [Seed(7), Seed(70), Seed(7, (0,)), Seed(7, (0, 1)), Seed(7, (1,)), Seed(7, (0, 0))]
    assert len({str(seed) for seed in seeds}) == len(seeds)
    assert str(Seed(7)) == "7"
