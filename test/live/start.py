"""Starts the live servers and keeps them until Ctrl-C.

usage: python3 test/live/start.py [--only NAME[,NAME]] [--threads N] [--cache FOLDER] [--json]

With --json each line on standard output is one event (progress, ready, failed), and the servers end
when standard input does: that is how the tests use it. The first run installs about 1.5 GB.
"""

import _thread
import argparse
import json
import os
import signal
import sys
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "harness"))

from fleet import NAMES, Fleet  # noqa: E402
from harness_error import HarnessError  # noqa: E402

OLDEST_PYTHON = (3, 11)
ENDING_SIGNALS = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def default_cache():
    named = os.environ.get("SLMCODE_LIVE_CACHE")
    if named:
        return os.path.abspath(named)
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "slmcode-live")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(NAMES), help="names, comma-separated: " + " ".join(NAMES))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--cache", default=default_cache())
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.only = [name for name in options.only.split(",") if name]
    unknown = [name for name in options.only if name not in NAMES]
    if unknown:
        parser.error("no live server is called %s; there are %s" % (unknown[0], ", ".join(NAMES)))
    return options


def reporter(as_json):
    def report(event, **fields):
        if as_json:
            print(json.dumps(dict(fields, event=event)), flush=True)
        elif event == "ready":
            for server in fields["servers"]:
                key = "" if server["apiKey"] is None else "  key %s" % server["apiKey"]
                print("%-15s %s  model %s%s" % (server["name"], server["url"], server["model"], key))
            print("Ctrl-C stops them.", flush=True)
        else:
            print("live servers: %s" % fields["message"], file=sys.stderr, flush=True)

    return report


class Ended(BaseException):
    """Raised in the main thread, wherever it is, when the servers are to stop."""


def end_on_signals(attached):
    def end(_number, _frame):
        for name in ENDING_SIGNALS:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        raise Ended

    for name in ENDING_SIGNALS:
        signal.signal(getattr(signal, name), end)
    if attached:
        threading.Thread(target=end_with_standard_input, daemon=True).start()


def end_with_standard_input():
    while os.read(sys.stdin.fileno(), 4096):
        pass
    if os.name == "nt":
        _thread.interrupt_main()
    else:
        os.kill(os.getpid(), signal.SIGTERM)


def wait_for_ever():
    while True:
        time.sleep(1)


def run(options, report):
    fleet = Fleet(options.cache, options.threads, lambda message: report("progress", message=message))
    try:
        end_on_signals(attached=options.json)
        report("ready", servers=fleet.start(options.only))
        wait_for_ever()
    except (HarnessError, OSError) as error:
        report("failed", message=str(error))
        return 1
    except Ended:
        return 0
    finally:
        fleet.stop()


def main():
    options = read_options()
    report = reporter(options.json)
    if sys.version_info < OLDEST_PYTHON:
        needed = "%d.%d" % OLDEST_PYTHON
        report("failed", message="Python %s or newer is needed, this is %s" % (needed, sys.version.split()[0]))
        return 1
    return run(options, report)


if __name__ == "__main__":
    sys.exit(main())
