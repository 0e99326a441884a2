"""The same questions for learning platforms: Moodle XML and QTI 2.2."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rummistats.teach.answers import Choice, Melds, Number, Several
from rummistats.teach.figures import ChartFigure, Figure, Grid, TableFigure, Tiles, Venn
from rummistats.teach.problems import Problem, Question, WorksheetError
from rummistats.teach.text import to_html
from rummistats.teach.worksheets import Worksheets

__all__ = ["moodle_xml", "qti_package"]


@dataclass(frozen=True)
class _Item:
    """One question as a platform has it: alone, with all that is given."""

    name: str
    problem: Problem
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
        """What is asked."""
        answer = self.question.answer
        if isinstance(answer, Melds):
            return f"{self.question.prompt} Tick them below."
        if isinstance(answer, Number) and answer.value.denominator > 1:
            digits = f"{answer.places} decimal places" if answer.places is not None else "4 digits"
            return f"{self.question.prompt} Write a decimal number with at least {digits}."
        return self.question.prompt

    @property
    def solution(self) -> str:
        """The answer and the way to it, as HTML."""
        steps = "".join(f"<li>{to_html(step)}</li>" for step in self.problem.steps)
        return f"<p><strong>{to_html(self._answer)}</strong></p><ol>{steps}</ol>"

    @property
    def _answer(self) -> str:
        answer = self.question.answer
        if isinstance(answer, Several):
            return "; ".join(text for text, right in self.options if right)
        return answer.text


def _items(sheets: Worksheets) -> Iterator[_Item]:
    if sheets.topic.is_activity:
        raise WorksheetError(
            f"topic {sheets.topic.name} is an activity with real tiles, without questions for a "
            "learning platform; it comes as PDF only"
        )
    for copy, problems in enumerate(sheets.copies, 1):
        for place, problem in enumerate(problems, 1):
            for part, question in enumerate(problem.questions):
                several = "abcdefghijkl"[part] if len(problem.questions) > 1 else ""
                name = f"{sheets.topic.title} {copy}.{place}{several} ({sheets.level})"
                yield _Item(name, problem, question)


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


def _body(item: _Item, address: str) -> str:
    """Return what is given and asked, as HTML; pictures lie at ``address`` with their number."""
    shown = "".join(
        f'<p>{to_html(label)} <img src="{address.format(number)}" alt="{escape(words)}"/></p>'
        for number, (label, _, words) in enumerate(_pictures(item.problem.figures))
    )
    tables = "".join(_tables(item.problem.figures))
    return f"<p>{to_html(item.problem.text)}</p>{shown}{tables}<p>{to_html(item.prompt)}</p>"


def moodle_xml(sheets: Worksheets) -> str:
    """Return the questions as Moodle XML, pictures within.

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
    options = item.options
    several = isinstance(item.question.answer, Several | Melds)
    files = "".join(
        f'<file name="picture-{number}.svg" path="/" encoding="base64">'
        f"{b64encode(svg.encode()).decode()}</file>"
        for number, (_, svg, _) in enumerate(_pictures(item.problem.figures))
    )
    body = _body(item, "@@PLUGINFILE@@/picture-{}.svg")
    kind = "multichoice" if options else "numerical"
    common = (
        f'<question type="{kind}"><name><text>{escape(item.name)}</text></name>'
        f'<questiontext format="html"><text>{escape(body)}</text>{files}</questiontext>'
        f'<generalfeedback format="html"><text>{escape(item.solution)}</text></generalfeedback>'
        "<defaultgrade>1</defaultgrade>"
    )
    if not options:
        answer = item.question.answer
        assert isinstance(answer, Number)
        return (
            f'{common}<answer fraction="100" format="moodle_auto_format">'
            f"<text>{answer.decimal}</text><tolerance>{float(answer.allowed):.10g}</tolerance>"
            "</answer></question>"
        )
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
        f"{common}<single>{str(not several).lower()}</single>"
        "<shuffleanswers>false</shuffleanswers><answernumbering>abc</answernumbering>"
        f"{answers}</question>"
    )


_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p2"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
_SCORE = (
    '<setOutcomeValue identifier="SCORE"><baseValue baseType="float">{}</baseValue>'
    "</setOutcomeValue>"
)


def qti_package(sheets: Worksheets) -> bytes:
    """Return the questions as a package of QTI 2.2: a zip file with one item a question.

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
    answer = item.question.answer
    body = _body(item, f"pictures/{name}-{{}}.svg")
    if isinstance(answer, Number):
        declared = (
            '<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="float">'
            f"<correctResponse><value>{answer.decimal}</value></correctResponse>"
            "</responseDeclaration>"
        )
        asked = '<p><textEntryInteraction responseIdentifier="RESPONSE" expectedLength="15"/></p>'
        off = float(answer.allowed)
        condition = (
            f'<equal toleranceMode="absolute" tolerance="{off:.10g} {off:.10g}">'
            '<variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></equal>'
        )
    else:
        several = not isinstance(answer, Choice)
        right = "".join(
            f"<value>choice-{n}</value>" for n, (_, is_right) in enumerate(item.options) if is_right
        )
        declared = (
            f'<responseDeclaration identifier="RESPONSE" cardinality='
            f'"{"multiple" if several else "single"}" baseType="identifier">'
            f"<correctResponse>{right}</correctResponse></responseDeclaration>"
        )
        choices = "".join(
            f'<simpleChoice identifier="choice-{n}">{to_html(text)}</simpleChoice>'
            for n, (text, _) in enumerate(item.options)
        )
        asked = (
            f'<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices='
            f'"{0 if several else 1}">{choices}</choiceInteraction>'
        )
        condition = (
            '<match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>'
        )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<assessmentItem xmlns="{_QTI}" '
        f'xmlns:xsi="{_INSTANCE}" xsi:schemaLocation="{_QTI} {_QTI}.xsd" identifier="{name}" '
        f'title="{escape(item.name)}" adaptive="false" timeDependent="false">{declared}'
        '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'
        '<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>'
        f"<itemBody><div>{body}</div>{asked}</itemBody><responseProcessing><responseCondition>"
        f"<responseIf>{condition}{_SCORE.format(1)}</responseIf>"
        f"<responseElse>{_SCORE.format(0)}</responseElse></responseCondition>"
        '<setOutcomeValue identifier="FEEDBACK"><baseValue baseType="identifier">solution'
        "</baseValue></setOutcomeValue></responseProcessing>"
        '<modalFeedback outcomeIdentifier="FEEDBACK" identifier="solution" showHide="show">'
        f"{item.solution}</modalFeedback></assessmentItem>\n"
    )


def _zipped(files: dict[str, str]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            # Without a date, so that the same sheets are the same file.
            entry = ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, text.encode())
    return buffer.getvalue()
