"""One server as a child process: its port, its log, its readiness, its end."""

import os
import random
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

from harness_error import HarnessError

STOP_SECONDS = 5


def free_port():
    """A free loopback port below the range from which systems hand out ports to clients."""
    for _ in range(200):
        port = random.randint(20000, 31999)
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise HarnessError("no free loopback port between 20000 and 31999")


class ServerProcess:
    def __init__(self, name, command, log_path, cwd=None, environment=None):
        self.name = name
        self.log_path = log_path
        self.log = open(log_path, "wb")
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=self.log,
            stderr=self.log,
            cwd=cwd,
            env=dict(os.environ, **(environment or {})),
            start_new_session=True,
        )

    def wait_until_ready(self, url, seconds):
        """Returns when a GET of the URL answers 200; no proxy of the environment is asked."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise HarnessError(
                    "%s ended with code %s before it was ready: %s (log: %s)"
                    % (self.name, self.process.returncode, self.last_line(), self.log_path)
                )
            try:
                with opener.open(url, timeout=5) as response:
                    if response.status == 200:
                        return
            except (urllib.error.URLError, OSError):
                pass
            time.sleep(0.2)
        raise HarnessError(
            "%s was not ready after %d s: %s (log: %s)"
            % (self.name, seconds, self.last_line(), self.log_path)
        )

    def last_line(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            lines = [line.strip() for line in file if line.strip()]
        return lines[-1] if lines else "no output"

    def stop(self):
        self.signal_group(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.signal_group(getattr(signal, "SIGKILL", signal.SIGTERM))
            self.process.wait(STOP_SECONDS)
        self.process.stdin.close()
        self.log.close()

    def signal_group(self, number):
        try:
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, number)
            else:
                self.process.terminate()
        except OSError:
            pass
