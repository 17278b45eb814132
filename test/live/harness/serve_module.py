"""Runs a Python module as a server that ends when its starter is gone.

usage: serve_module.py MODULE ARGUMENTS...
"""

import os
import runpy
import sys

from watch_parent import watch_parent


def main(module, arguments):
    watch_parent()
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path = [folder for folder in sys.path if os.path.abspath(folder or ".") != here]
    sys.argv = [module] + arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
