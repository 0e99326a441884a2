"""Format the code in the sources of lessons, as ruff wants it in the notebooks."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from rummistats.teach.lessons import lessons

_CELL = re.compile(
    r"^(```\{code-cell\}[^\n]*\n(?::[^\n]*\n)*\n*)(.*?)\n```$", re.DOTALL | re.MULTILINE
)


def tidied(text: str, where: Path) -> str:
    """Return a source with its code formatted."""

    def cell(found: re.Match[str]) -> str:
        code = subprocess.run(
            [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(where), "-"],
            input=found[2],
            capture_output=True,
            text=True,
            check=True,
        )
        return f"{found[1]}{code.stdout.rstrip()}\n```"

    return _CELL.sub(cell, text)


if __name__ == "__main__":
    for lesson in lessons():
        text = lesson.source.read_text(encoding="utf-8")
        new = tidied(text, lesson.folder / "cell.py")
        if new != text:
            print(lesson.source)
            lesson.source.write_text(new, encoding="utf-8")
