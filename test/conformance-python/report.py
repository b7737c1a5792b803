"""pytest plugin: one line of JSON for each test as it ends, and one for the calls that all of them have made."""

import json
import os
from typing import Any

import pytest
import recorder

_path = os.environ.get("CAY_REPORT_FILE")


def _write(line: dict[str, Any]) -> None:
    if _path is not None:
        with open(_path, "a", encoding="utf8") as file:
            file.write(json.dumps(line) + "\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    # A test that passed may still fail when what it used is put away.
    if report.when == "teardown" and report.passed:
        _write({"ended": report.nodeid})
    elif report.when == "call" or not report.passed:
        _write({"test": report.nodeid, "outcome": report.outcome, "text": report.longreprtext})
        if report.when == "teardown":
            _write({"ended": report.nodeid})


def pytest_sessionfinish() -> None:
    _write({"calls": recorder.outcomes, "tests": recorder.tests})
