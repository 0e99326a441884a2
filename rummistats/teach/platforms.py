"""The same problems for learning platforms: Moodle XML and QTI 2.2.

The questions of a problem stay together, with what is given and what one must know: platforms draw
from a pool and shuffle.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rummistats.teach.answers import Choice, Melds, Number, Several, letter
from rummistats.teach.figures import ChartFigure, Figure, Grid, TableFigure, Tiles, Venn
from rummistats.teach.problems import Problem, Question, WorksheetError
from rummistats.teach.rounding import DIGITS, in_digits
from rummistats.teach.text import to_html
from rummistats.teach.worksheets import Worksheets

__all__ = ["moodle_xml", "qti_package"]


_SIGNIFICANT = f"{DIGITS} significant digits"
_HOW_MANY = f"With {_SIGNIFICANT} zeros at the beginning don't count: 0.01234 has four."


@dataclass(frozen=True)
class _Part:
    """One question of a problem.

    Parameters
    ----------
    name : str
        Its letter between brackets, where there are several.
    question : Question
        The question.
    """

    name: str
    question: Question

    @property
    def options(self) -> tuple[tuple[str, bool], ...]:
        """What can be ticked, and whether it is right; nothing if a number is to be written."""
        answer = self.question.answer
        if isinstance(answer, Choice):
            return tuple((text, n == answer.right) for n, text in enumerate(answer.options))
        if isinstance(answer, Several):
            return tuple((text, n in answer.right) for n, text in enumerate(answer.options))
        if isinstance(answer, Melds):
            ticked = [(text, True) for text in answer.melds] + [(t, False) for t in answer.others]
            # The right ones are not to stand together.
            return tuple(sorted(ticked, key=lambda option: option[0]))
        return ()

    @property
    def prompt(self) -> str:
        """What is asked, and in which form the answer is to be written."""
        return f"{self.name} {self.question.prompt} {self._form}".strip()

    @property
    def _form(self) -> str:
        answer = self.question.answer
        if isinstance(answer, Melds):
            return "Tick them below."
        if not isinstance(answer, Number) or answer.places is not None:
            # The question says to how many places the number is wanted.
            return ""
        if answer.tolerance:
            if not answer.is_probability:
                # Here, too, the question says how precise the answer is to be.
                return ""
            off = in_digits(answer.tolerance)
            return f"Write a decimal number between 0 and 1; it may be off by {off}."
        if answer.value.denominator == 1:
            return ""
        return f"Write a decimal number with {_SIGNIFICANT}."

    @property
    def solution(self) -> str:
        """The answer, as HTML."""
        answer = self.question.answer
        told = answer.text
        if isinstance(answer, Several):
            told = "; ".join(text for text, right in self.options if right)
        return f"<p><strong>{to_html(f'{self.name} {told}'.strip())}</strong></p>"


@dataclass(frozen=True)
class _Item:
    """One problem as a platform has it: with all that is given and all that is asked.

    A platform may show it alone and in any order, so that it also brings what one must know.

    Parameters
    ----------
    name : str
        What it is called.
    reminder : str
        What one must know.
    problem : Problem
        The problem.
    """

    name: str
    reminder: str
    problem: Problem

    @property
    def parts(self) -> tuple[_Part, ...]:
        """Its questions."""
        several = len(self.problem.questions) > 1
        return tuple(
            _Part(f"({letter(place)})" if several else "", question)
            for place, question in enumerate(self.problem.questions)
        )

    @property
    def solution(self) -> str:
        """The answers and the way to them, as HTML."""
        answers = "".join(part.solution for part in self.parts)
        steps = "".join(f"<li>{to_html(step)}</li>" for step in self.problem.steps)
        return f"{answers}<ol>{steps}</ol>"


def _items(sheets: Worksheets) -> Iterator[_Item]:
    if sheets.topic.is_activity:
        raise WorksheetError(
            f"topic {sheets.topic.name} is an activity with real tiles, without questions for a "
            "learning platform; it comes as PDF only"
        )
    for copy, problems in enumerate(sheets.copies, 1):
        for place, problem in enumerate(problems, 1):
            name = f"{sheets.topic.title} {copy}.{place} ({sheets.level})"
            yield _Item(name, sheets.reminder(copy), problem)


def _pictures(figures: tuple[Figure, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield label, SVG and words of everything that is a picture."""
    for figure in figures:
        if isinstance(figure, Grid):
            yield from ((part.label, part.svg, part.words) for part in figure.parts)
        elif isinstance(figure, Tiles):
            yield figure.label, figure.svg, figure.words
        elif isinstance(figure, Venn | ChartFigure):
            yield "", figure.svg, figure.words


def _tables(figures: tuple[Figure, ...]) -> Iterator[str]:
    for figure in figures:
        if isinstance(figure, TableFigure):
            head = "".join(f"<th>{to_html(cell)}</th>" for cell in figure.heading)
            rows = "".join(
                f"<tr>{''.join(f'<td>{to_html(cell)}</td>' for cell in row)}</tr>"
                for row in figure.rows
            )
            yield f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _given(item: _Item, address: str) -> str:
    """Return what is given, as HTML; pictures lie at ``address`` with their number."""
    shown = "".join(
        f'<p>{to_html(label)} <img src="{address.format(number)}" alt="{escape(words)}"/></p>'
        for number, (label, _, words) in enumerate(_pictures(item.problem.figures))
    )
    tables = "".join(_tables(item.problem.figures))
    reminder = f"<blockquote><p>{to_html(item.reminder)}</p></blockquote>" if item.reminder else ""
    digits = f"<p>{_HOW_MANY}</p>" if any(_SIGNIFICANT in p.prompt for p in item.parts) else ""
    return f"{reminder}<p>{to_html(item.problem.text)}</p>{shown}{tables}{digits}"


def moodle_xml(sheets: Worksheets) -> str:
    """Return the problems as Moodle XML, each one question with its parts, pictures within.

    Raises
    ------
    WorksheetError
        If the topic is an activity without questions.

    Examples
    --------
    >>> from rummistats.teach.worksheets import make_worksheets
    >>> xml = moodle_xml(make_worksheets("value", copies=2, level="easy"))
    >>> xml.count('<question type="numerical">')
    10
    """
    questions = "\n".join(map(_moodle_question, _items(sheets)))
    where = escape(f"$course$/top/rummistats/{sheets.topic.title} ({sheets.level})")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
        f'<question type="category"><category><text>{where}</text></category></question>\n'
        f"<!-- {escape(sheets.command).replace('--', '- -')} -->\n{questions}\n</quiz>\n"
    )


def _moodle_question(item: _Item) -> str:
    files = "".join(
        f'<file name="picture-{number}.svg" path="/" encoding="base64">'
        f"{b64encode(svg.encode()).decode()}</file>"
        for number, (_, svg, _) in enumerate(_pictures(item.problem.figures))
    )
    given = _given(item, "@@PLUGINFILE@@/picture-{}.svg")
    parts = item.parts
    if len(parts) > 1:
        kind, answers = "cloze", ""
        asked = "".join(f"<p>{to_html(part.prompt)} {_cloze(part)}</p>" for part in parts)
    else:
        (part,) = parts
        kind = "multichoice" if part.options else "numerical"
        answers = _moodle_answers(part)
        asked = f"<p>{to_html(part.prompt)}</p>"
    return (
        f'<question type="{kind}"><name><text>{escape(item.name)}</text></name>'
        f'<questiontext format="html"><text>{escape(given + asked)}</text>{files}</questiontext>'
        f'<generalfeedback format="html"><text>{escape(item.solution)}</text></generalfeedback>'
        f"<defaultgrade>{len(parts)}</defaultgrade>{answers}</question>"
    )


def _cloze(part: _Part) -> str:
    """Return the field for an answer within a text, in Moodle's notation."""
    answer = part.question.answer
    if isinstance(answer, Number):
        return f"{{1:NUMERICAL:={answer.decimal}:{_off(answer)}}}"
    # Where only one is right, all signs that end an option have to be masked.
    assert isinstance(answer, Choice)
    options = "~".join(
        ("=" if is_right else "") + re.sub(r'([\\}#~/"])', r"\\\1", to_html(text))
        for text, is_right in part.options
    )
    return f"{{1:MULTICHOICE_V:{options}}}"


def _off(answer: Number) -> str:
    return format(Decimal(f"{float(answer.allowed):.3g}"), "f")


def _moodle_answers(part: _Part) -> str:
    options, answer = part.options, part.question.answer
    if isinstance(answer, Number):
        return (
            '<answer fraction="100" format="moodle_auto_format">'
            f"<text>{answer.decimal}</text><tolerance>{_off(answer)}</tolerance></answer>"
        )
    several = not isinstance(answer, Choice)
    right = sum(is_right for _, is_right in options)
    wrong = len(options) - right
    # Whoever ticks everything is to get nothing.
    shares = {True: 100 / right, False: -100 / wrong if several and wrong else 0}
    answers = "".join(
        f'<answer fraction="{shares[is_right]:.7g}" format="html">'
        f"<text>{escape(to_html(text))}</text></answer>"
        for text, is_right in options
    )
    return (
        f"<single>{str(not several).lower()}</single>"
        f"<shuffleanswers>false</shuffleanswers><answernumbering>abc</answernumbering>{answers}"
    )


_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p2"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"


def qti_package(sheets: Worksheets) -> bytes:
    """Return the questions as a package of QTI 2.2: a zip file with one item a problem.

    Raises
    ------
    WorksheetError
        If the topic is an activity without questions.

    Examples
    --------
    >>> from rummistats.teach.worksheets import make_worksheets
    >>> package = qti_package(make_worksheets("value", copies=1, level="easy"))
    >>> ZipFile(BytesIO(package)).namelist()[:2]
    ['imsmanifest.xml', 'items/item-001.xml']
    """
    files: dict[str, str] = {}
    resources = []
    for number, item in enumerate(_items(sheets), 1):
        name = f"item-{number:03}"
        pictures = {}
        for place, (_, svg, _) in enumerate(_pictures(item.problem.figures)):
            pictures[f"items/pictures/{name}-{place}.svg"] = svg
        path = f"items/{name}.xml"
        files[path] = _qti_item(item, name)
        files |= pictures
        listed = "".join(f'<file href="{file}"/>' for file in (path, *pictures))
        resources.append(
            f'<resource identifier="{name}" type="imsqti_item_xmlv2p2" href="{path}">'
            f"{listed}</resource>"
        )
    manifest = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<manifest xmlns="{_PACKAGE}" '
        f'identifier="rummistats-{sheets.topic.name}-{sheets.seed}"><metadata>'
        "<schema>QTIv2.2 Package</schema><schemaversion>1.0.0</schemaversion></metadata>"
        f"<organizations/><resources>{''.join(resources)}</resources></manifest>\n"
    )
    return _zipped({"imsmanifest.xml": manifest, **files})


def _qti_item(item: _Item, name: str) -> str:
    parts = item.parts
    several = len(parts) > 1
    made = [
        _qti_part(part, f"RESPONSE-{place}" if several else "RESPONSE")
        for place, part in enumerate(parts, 1)
    ]
    declared, asked, scored = ("".join(texts) for texts in zip(*made, strict=True))
    given = _given(item, f"pictures/{name}-{{}}.svg")
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<assessmentItem xmlns="{_QTI}" '
        f'xmlns:xsi="{_INSTANCE}" xsi:schemaLocation="{_QTI} {_QTI}.xsd" identifier="{name}" '
        f'title="{escape(item.name)}" adaptive="false" timeDependent="false">{declared}'
        f"{_qti_number('SCORE', 0)}{_qti_number('MAXSCORE', len(parts))}"
        '<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>'
        f"<itemBody><div>{given}</div>{asked}</itemBody><responseProcessing>{scored}"
        '<setOutcomeValue identifier="FEEDBACK"><baseValue baseType="identifier">solution'
        "</baseValue></setOutcomeValue></responseProcessing>"
        '<modalFeedback outcomeIdentifier="FEEDBACK" identifier="solution" showHide="show">'
        f"{item.solution}</modalFeedback></assessmentItem>\n"
    )


def _qti_number(name: str, value: int) -> str:
    return (
        f'<outcomeDeclaration identifier="{name}" cardinality="single" baseType="float">'
        f"<defaultValue><value>{value}</value></defaultValue></outcomeDeclaration>"
    )


def _qti_part(part: _Part, name: str) -> tuple[str, str, str]:
    """Return how the answer is declared, asked for and scored."""
    answer = part.question.answer
    if isinstance(answer, Number):
        declared = (
            f'<responseDeclaration identifier="{name}" cardinality="single" baseType="float">'
            f"<correctResponse><value>{answer.decimal}</value></correctResponse>"
            "</responseDeclaration>"
        )
        asked = (
            f"<p>{to_html(part.prompt)} "
            f'<textEntryInteraction responseIdentifier="{name}" expectedLength="15"/></p>'
        )
        condition = (
            f'<equal toleranceMode="absolute" tolerance="{_off(answer)} {_off(answer)}">'
            f'<variable identifier="{name}"/><correct identifier="{name}"/></equal>'
        )
    else:
        several = not isinstance(answer, Choice)
        right = "".join(
            f"<value>choice-{n}</value>" for n, (_, is_right) in enumerate(part.options) if is_right
        )
        declared = (
            f'<responseDeclaration identifier="{name}" cardinality='
            f'"{"multiple" if several else "single"}" baseType="identifier">'
            f"<correctResponse>{right}</correctResponse></responseDeclaration>"
        )
        choices = "".join(
            f'<simpleChoice identifier="choice-{n}">{to_html(text)}</simpleChoice>'
            for n, (text, _) in enumerate(part.options)
        )
        asked = (
            f"<p>{to_html(part.prompt)}</p>"
            f'<choiceInteraction responseIdentifier="{name}" shuffle="false" maxChoices='
            f'"{0 if several else 1}">{choices}</choiceInteraction>'
        )
        condition = f'<match><variable identifier="{name}"/><correct identifier="{name}"/></match>'
    scored = (
        f"<responseCondition><responseIf>{condition}"
        '<setOutcomeValue identifier="SCORE"><sum><variable identifier="SCORE"/>'
        '<baseValue baseType="float">1</baseValue></sum></setOutcomeValue>'
        "</responseIf></responseCondition>"
    )
    return declared, asked, scored


def _zipped(files: dict[str, str]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            # Without a date, so that the same sheets are the same file.
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, text.encode())
    return buffer.getvalue()
