"""The report: what a starting hand is worth, for the screen, a folder of files and a page."""

from rummistats.report.contents import Report, make_report
from rummistats.report.files import ReportFolder, report_files
from rummistats.report.frame import report_data, report_rows
from rummistats.report.sections import Section, report_sections
from rummistats.report.tables import Table
from rummistats.report.terminal import print_report

__all__ = [
    "Report",
    "ReportFolder",
    "Section",
    "Table",
    "make_report",
    "print_report",
    "report_data",
    "report_files",
    "report_rows",
    "report_sections",
]
