"""Make the notebooks of experiments: all, or those that are named."""

import sys

from notebooks.build import make, names

if __name__ == "__main__":
    make(sys.argv[1:] or names())
