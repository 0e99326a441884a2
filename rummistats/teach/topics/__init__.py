"""What worksheets can be about: one file a topic, and a table of all."""

from __future__ import annotations

from rummistats.errors import near_names, shown
from rummistats.teach.problems import WorksheetError
from rummistats.teach.topics.claim import CLAIM
from rummistats.teach.topics.draws import DRAWS
from rummistats.teach.topics.expectation import EXPECTATION
from rummistats.teach.topics.hands import HANDS
from rummistats.teach.topics.inclusion import INCLUSION
from rummistats.teach.topics.interval import INTERVAL
from rummistats.teach.topics.judging import JUDGING
from rummistats.teach.topics.listing import LISTING
from rummistats.teach.topics.opening import OPENING
from rummistats.teach.topics.orders import ORDERS
from rummistats.teach.topics.outs import OUTS
from rummistats.teach.topics.pooling import POOLING
from rummistats.teach.topics.reading import READING
from rummistats.teach.topics.sets import SETS
from rummistats.teach.topics.symmetry import SYMMETRY
from rummistats.teach.topics.tally import TALLY
from rummistats.teach.topics.topic import Topic
from rummistats.teach.topics.value import VALUE
from rummistats.teach.topics.waits import WAITS

__all__ = ["TOPICS", "Topic", "find_topic"]

TOPICS: dict[str, Topic] = {
    topic.name: topic
    for topic in (
        JUDGING,
        LISTING,
        VALUE,
        OPENING,
        SETS,
        HANDS,
        ORDERS,
        INCLUSION,
        SYMMETRY,
        DRAWS,
        OUTS,
        WAITS,
        EXPECTATION,
        READING,
        INTERVAL,
        CLAIM,
        TALLY,
        POOLING,
    )
}
"""Every topic by name, in the order in which a course has them."""


def find_topic(name: str) -> Topic:
    """Return the topic of this name.

    Raises
    ------
    WorksheetError
        If there is none; the message lists the near ones.

    Examples
    --------
    >>> find_topic("meld").title
    'Is it a meld?'
    """
    if isinstance(name, str) and name.lower() in TOPICS:
        return TOPICS[name.lower()]
    near = near_names(name.lower(), list(TOPICS)) if isinstance(name, str) else ""
    raise WorksheetError(f"no topic {shown(name)}{near}; there is {', '.join(TOPICS)}")
