"""Serves one GGUF file with llama.cpp's own HTTP server, in process through xllamacpp.

usage: serve_llamacpp.py GGUF ALIAS PORT THREADS [TEMPLATE]
"""

import sys
import time

from watch_parent import watch_parent

CONTEXT_TOKENS = 4096


def main(path, alias, port, threads, template=None):
    watch_parent()
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = path
    params.model_alias = {alias}
    params.hostnames = ["127.0.0.1"]
    params.port = int(port)
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.cpuparams.n_threads = int(threads)
    params.cpuparams_batch.n_threads = int(threads)
    params.n_threads_http = 4
    params.use_jinja = True
    params.offline = True
    if template is not None:
        with open(template, encoding="utf-8") as file:
            params.chat_template = file.read()
    server = xllamacpp.Server(params)
    print("listening on", server.listening_address, flush=True)
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main(*sys.argv[1:])
