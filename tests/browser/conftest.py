"""A real browser, and a real JupyterLab with copies of the lessons."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from rummistats.cli import main
from rummistats.teach.progress import FILE_NAME, Progress

ROOT = Path(__file__).parent.parent.parent
SEED = 5
STARTING = 120
"""Seconds that JupyterLab may take to start, however busy the machine is."""

SETTINGS = {
    # No questions about news and updates.
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    # Every cell is there, whether it is seen or not.
    "notebook-extension/tracker": {"windowingMode": "none"},
}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = shutil.which("chromium") or shutil.which("google-chrome")
    assert found, "install Chromium: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass(frozen=True)
class Jupyter:
    """A running JupyterLab: its address, what opens it, and where the lessons are."""

    url: str
    token: str
    folder: Path

    def address(self, notebook: str) -> str:
        return f"{self.url}lab/tree/{notebook}?reset&token={self.token}"


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    """A JupyterLab of its own, on a copy that a student would get, with a seed that is known."""
    own = tmp_path_factory.mktemp("jupyter")
    folder = own / "lessons"
    assert main(["lessons", "open", "--copy-only", "--folder", str(folder)]) == 0
    Progress(seed=SEED).write(folder / FILE_NAME)
    for name, settings in SETTINGS.items():
        file = own / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings), encoding="utf-8")
    token = secrets.token_hex(16)
    with open(own / "log.txt", "wb") as log:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                "--ServerApp.port=0",
                f"--IdentityProvider.token={token}",
                f"--ServerApp.root_dir={folder}",
                "--MultiKernelManager.default_kernel_name=python3",
            ],
            cwd=folder,
            stdout=log,
            stderr=log,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "RUMMISTATS_CACHE": str(own / "cache"),
                "JUPYTER_CONFIG_DIR": str(own / "config"),
                "JUPYTER_RUNTIME_DIR": str(own / "runtime"),
                "JUPYTERLAB_SETTINGS_DIR": str(own / "settings"),
                "JUPYTERLAB_WORKSPACES_DIR": str(own / "workspaces"),
            },
        )
    try:
        yield Jupyter(_address(process, own), token, folder)
    finally:
        process.terminate()
        process.wait(timeout=60)


def _address(process: subprocess.Popen[bytes], own: Path) -> str:
    """Wait until the server says where it is, which it does in a file."""
    until = time.monotonic() + STARTING
    while time.monotonic() < until and process.poll() is None:
        for file in (own / "runtime").glob("jpserver-*.json"):
            try:
                url: str = json.loads(file.read_text(encoding="utf-8"))["url"]
            except ValueError:  # half written
                continue
            return url
        time.sleep(0.2)
    raise AssertionError(f"JupyterLab has not started: {(own / 'log.txt').read_text()[-3000:]}")
