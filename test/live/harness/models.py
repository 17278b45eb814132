"""The models that the servers load. Each is made once and kept in the cache folder."""

import hashlib
import os
import subprocess

from harness_error import HarnessError

HERE = os.path.dirname(os.path.abspath(__file__))
MAKE_SECONDS = 300


def gemma_gguf(cache, python, report):
    return make_once(cache, "gemma-3-270m.gguf", [python, "assemble_gemma.py"], [], report)


def noise_gguf(cache, python, gemma_path, report):
    return make_once(cache, "noise.gguf", [python, "make_noise_gguf.py"], [gemma_path], report)


def noise_folder(cache, python, report):
    return make_once(cache, "noise-mlx", [python, "make_noise_hf.py"], [], report)


def make_once(cache, name, maker, arguments, report):
    """A model's folder is keyed by the script that makes it, so a changed script makes it anew."""
    python, script_name = maker
    script = os.path.join(HERE, script_name)
    with open(script, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()[:12]
    folder = os.path.join(cache, "models", digest)
    os.makedirs(folder, exist_ok=True)
    target = os.path.join(folder, name)
    if os.path.exists(target):
        return target
    report("making the model %s (once)" % name)
    try:
        subprocess.run(
            [python, script] + arguments + [target],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=MAKE_SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise HarnessError("making %s took longer than %d s" % (name, MAKE_SECONDS))
    except subprocess.CalledProcessError as error:
        output = error.stdout.decode("utf-8", "replace").strip().splitlines() or ["no output"]
        raise HarnessError("making %s failed: %s" % (name, output[-1]))
    return target
