"""The compiled automaton at its limits."""

from __future__ import annotations

from typing import Any

import pytest

from rummistats.exact import enumerate_hands, exact
from rummistats.variants import Variant


@pytest.mark.parametrize("rules", [{"open_needs_run": True}, {"open_single_set": True}])
@pytest.mark.parametrize("hand_size", [6, 12])
def test_four_runs_may_begin_at_once(hand_size: int, rules: dict[str, Any]) -> None:
    """All of them are runs, but only one run is needed, or allowed."""
    game = Variant.mini(
        colors=4, numbers=3, copies=1, jokers=0, hand_size=hand_size, open_points=6, **rules
    )
    listed = enumerate_hands(game).distribution("can_open")
    assert exact("can_open", game).weights == listed.weights
