"""For the classroom: worksheets with keys, and the same questions for learning platforms."""

from rummistats.teach.problems import LEVELS, Problem, Question
from rummistats.teach.topics import TOPICS, Topic, find_topic
from rummistats.teach.worksheets import Worksheets, make_worksheets

__all__ = [
    "LEVELS",
    "TOPICS",
    "Problem",
    "Question",
    "Topic",
    "Worksheets",
    "find_topic",
    "make_worksheets",
]
