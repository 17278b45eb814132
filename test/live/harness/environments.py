"""Python environments in the cache folder, one per requirements file, keyed by what is pinned in it.

A second run installs nothing. Two runs at once cannot harm each other: an environment is built under a
name of its own and takes its final name when it is whole.
"""

import hashlib
import os
import shutil
import subprocess
import sys

from harness_error import HarnessError

REQUIREMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "requirements")
INSTALL_SECONDS = 1200


def python_of(folder):
    if os.name == "nt":
        return os.path.join(folder, "Scripts", "python.exe")
    return os.path.join(folder, "bin", "python")


def digest_of(name):
    digest = hashlib.sha256(("%d.%d" % sys.version_info[:2]).encode())
    for suffix in (".txt", ".lock.txt"):
        with open(os.path.join(REQUIREMENTS, name + suffix), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:12]


def run_logged(command, log_path, what):
    with open(log_path, "ab") as log:
        try:
            code = subprocess.call(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, timeout=INSTALL_SECONDS
            )
        except subprocess.TimeoutExpired:
            raise HarnessError("%s took longer than %d s (log: %s)" % (what, INSTALL_SECONDS, log_path))
        except OSError as error:
            raise HarnessError("%s cannot be run: %s" % (what, error))
    if code != 0:
        raise HarnessError("%s failed: %s (log: %s)" % (what, telling_line(log_path), log_path))


def telling_line(log_path):
    with open(log_path, encoding="utf-8", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return errors[0] if errors else (lines or ["no output"])[-1]


def ensure_environment(name, cache, report):
    """Returns the path of a Python that has what requirements/NAME.txt asks for."""
    folder = os.path.join(cache, "environments", "%s-%s" % (name, digest_of(name)))
    if os.path.exists(python_of(folder)):
        return python_of(folder)
    report("installing %s (once, into %s)" % (name, folder))
    log_path = os.path.join(cache, "logs", "install-%s.log" % name)
    unfinished = "%s.%d" % (folder, os.getpid())
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        run_logged([sys.executable, "-m", "venv", unfinished], log_path, "making a Python environment")
        run_logged(
            [python_of(unfinished), "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
            + ["--only-binary=:all:", "-r", os.path.join(REQUIREMENTS, name + ".txt")],
            log_path,
            "pip install of %s (is the package index reachable?)" % name,
        )
        take_final_name(unfinished, folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return python_of(folder)


def take_final_name(unfinished, folder):
    try:
        os.rename(unfinished, folder)
    except OSError:
        if not os.path.exists(python_of(folder)):
            raise
