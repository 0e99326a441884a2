"""``python -m rummistats``: the command line."""

import sys

from rummistats.cli import main

if __name__ == "__main__":
    sys.exit(main())
