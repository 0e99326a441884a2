"""The code in the cells of a lesson: which exercise it checks, and what it gives as the answer."""

from __future__ import annotations

import ast

from rummistats.errors import RummistatsError, shown

__all__ = [
    "NotebookError",
    "answered",
    "checked_exercise",
    "has_call",
    "restarted",
]


class NotebookError(RummistatsError):
    """The source of a lesson of which no notebook can be made; the message says where."""


def checked_exercise(source: str) -> str | None:
    r"""Return the name of the exercise that a cell checks, or nothing.

    Examples
    --------
    >>> checked_exercise('n = given("2.1")\ncheck("2.1", n * (n - 1) // 2)')
    '2.1'
    >>> checked_exercise("6 * 7") is None
    True
    """
    call = _check_call(source)
    return None if call is None else ast.literal_eval(call.args[0])


def answered(source: str) -> tuple[str, str, str]:
    r"""Return the lines before a check, the exercise's name and what is given as its answer.

    Parameters
    ----------
    source : str
        An exercise, or an answer.

    Examples
    --------
    >>> answered('n = given("2.1")\ncheck("2.1", n * (n - 1) // 2)')
    ('n = given("2.1")', '2.1', 'n * (n - 1) // 2')
    """
    call = _check_call(source)
    if call is None or len(call.args) != 2:
        raise NotebookError(f"a cell without check and its answer: {shown(source)}")
    lines = source.splitlines()
    if any(lines[call.end_lineno :]):
        raise NotebookError(f"a cell that goes on after its check: {shown(source)}")
    answer = ast.get_source_segment(source, call.args[1]) or ""
    return "\n".join(lines[: call.lineno - 1]), ast.literal_eval(call.args[0]), answer


def has_call(source: str, function: str) -> bool:
    """Return whether a cell calls a function.

    Examples
    --------
    >>> has_call("start(2)", "start"), has_call("start = 2", "start")
    (True, False)
    """
    return bool(_calls(source, function))


def _check_call(source: str) -> ast.Call | None:
    calls = [call for call in _calls(source, "check") if call.args]
    if not calls:
        return None
    name = calls[-1].args[0]
    if not (isinstance(name, ast.Constant) and isinstance(name.value, str)):
        raise NotebookError(f"check takes the name of an exercise, such as '2.1': {shown(source)}")
    return calls[-1]


def _calls(source: str, function: str) -> list[ast.Call]:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        # A magic or a command of the shell.
        return []
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == function
    ]
    return sorted(calls, key=lambda call: (call.lineno, call.col_offset))


def restarted(source: str, *more: str) -> str:
    """Return a cell whose ``start`` has these arguments after the number of the lesson.

    Examples
    --------
    >>> restarted("start(2)", "seed=0", "teacher=True")
    'start(2, seed=0, teacher=True)'
    """
    calls = _calls(source, "start")
    if len(calls) != 1 or len(calls[0].args) != 1:
        raise NotebookError(f"a lesson starts once, as in start(2): {shown(source)}")
    old = ast.get_source_segment(source, calls[0]) or ""
    return source.replace(old, f"start({', '.join((ast.unparse(calls[0].args[0]), *more))})")
