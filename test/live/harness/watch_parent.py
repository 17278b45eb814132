"""Ends this process when whoever started it is gone.

The starter holds the other end of standard input and never writes to it, so end-of-file means that
the starter ended in whatever way: normally, by Ctrl-C or by kill -9. No server outlives its tests.
"""

import os
import sys
import threading


def watch_parent():
    def wait_for_end():
        try:
            while os.read(sys.stdin.fileno(), 4096):
                pass
        except OSError:
            pass
        os._exit(0)

    threading.Thread(target=wait_for_end, daemon=True).start()
