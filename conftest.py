"""Tests count what they test: nothing that was counted before is looked up."""

import os

os.environ["RUMMISTATS_CACHE"] = ""
