"""A referee that reads stored records of deals and checks them from the rule files alone.

It shares no code with rummistats: tiles, melds, tables, legality and scores are read and judged
here once more, by slow and plain means, so that a fault of the engine can't hide behind itself.
"""

from tests.oracles.referee.check import check_record

__all__ = ["check_record"]
