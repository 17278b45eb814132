"""The five live servers: how each is made, started and known to be ready."""

import json
import os
import secrets
import time

from environments import ensure_environment
from models import gemma_gguf, noise_folder, noise_gguf
from server_process import ServerProcess, free_port

HERE = os.path.dirname(os.path.abspath(__file__))
READY_SECONDS = 180
LOG_DAYS = 7
OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_TELEMETRY": "False",
    "DO_NOT_TRACK": "1",
    "NO_PROXY": "127.0.0.1,localhost",
    "PYTHONUNBUFFERED": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
NAMES = ("llamacpp-gemma", "llamacpp-noise", "llamacpp-tools", "mlx-noise", "litellm-gemma")
LITELLM_MODEL = "gemma-openai"


class Fleet:
    def __init__(self, cache, threads, report):
        self.cache = cache
        self.threads = threads
        self.report = report
        self.processes = []

    def start(self, names):
        """Starts the named servers and returns, for each, its name, URL, model and key (null where it has none)."""
        for folder in ("environments", "models", "logs"):
            os.makedirs(os.path.join(self.cache, folder), exist_ok=True)
        remove_old_logs(os.path.join(self.cache, "logs"))
        starters = {
            "llamacpp-gemma": self.llamacpp_gemma,
            "llamacpp-noise": self.llamacpp_noise,
            "llamacpp-tools": self.llamacpp_tools,
            "mlx-noise": self.mlx_noise,
            "litellm-gemma": self.litellm_gemma,
        }
        servers = {}
        for name in NAMES:
            if name in names or (name == "llamacpp-gemma" and "litellm-gemma" in names):
                servers[name] = starters[name](servers)
        for server in servers.values():
            server.pop("process").wait_until_ready(server.pop("ready_url"), READY_SECONDS)
            self.report("%s is ready" % server["name"])
        return [servers[name] for name in NAMES if name in servers]

    def stop(self):
        for process in reversed(self.processes):
            process.stop()
        self.processes = []

    def spawn(self, name, command, cwd=None, environment=None):
        log_path = os.path.join(self.cache, "logs", "%s-%d.log" % (name, os.getpid()))
        process = ServerProcess(name, command, log_path, cwd, dict(OFFLINE, **(environment or {})))
        self.processes.append(process)
        return process

    def llamacpp_gemma(self, _servers):
        python = ensure_environment("llamacpp", self.cache, self.report)
        return self.llamacpp("llamacpp-gemma", gemma_gguf(self.cache, python, self.report), "gemma-3-270m")

    def llamacpp_noise(self, _servers):
        python = ensure_environment("llamacpp", self.cache, self.report)
        gemma = gemma_gguf(self.cache, python, self.report)
        return self.llamacpp(
            "llamacpp-noise", noise_gguf(self.cache, python, gemma, self.report), "noise-gguf"
        )

    def llamacpp_tools(self, _servers):
        """The real model under a template with tools, which its own lacks."""
        python = ensure_environment("llamacpp", self.cache, self.report)
        model = gemma_gguf(self.cache, python, self.report)
        return self.llamacpp("llamacpp-tools", model, "gemma-tools", os.path.join(HERE, "tools.jinja"))

    def llamacpp(self, name, model_path, alias, *template):
        python = ensure_environment("llamacpp", self.cache, self.report)
        port = free_port()
        script = os.path.join(HERE, "serve_llamacpp.py")
        process = self.spawn(name, [python, script, model_path, alias, str(port), str(self.threads), *template])
        return description(name, port, alias, None, "/health", process)

    def mlx_noise(self, _servers):
        python = ensure_environment("mlx", self.cache, self.report)
        folder = noise_folder(self.cache, python, self.report)
        port = free_port()
        command = [python, os.path.join(HERE, "serve_module.py"), "mlx_lm.server"]
        command += ["--model", os.path.basename(folder), "--host", "127.0.0.1", "--port", str(port)]
        process = self.spawn("mlx-noise", command, cwd=os.path.dirname(folder))
        return description("mlx-noise", port, os.path.basename(folder), None, "/health", process)

    def litellm_gemma(self, servers):
        python = ensure_environment("litellm", self.cache, self.report)
        port = free_port()
        master_key = "sk-" + secrets.token_hex(32)
        config_path = os.path.join(self.cache, "logs", "litellm-%d.json" % os.getpid())
        with open(config_path, "w", encoding="utf-8") as file:
            json.dump(litellm_config(servers["llamacpp-gemma"]), file, indent=2)
        command = [python, os.path.join(HERE, "serve_module.py"), "litellm.proxy.proxy_cli"]
        command += ["--config", config_path, "--host", "127.0.0.1", "--port", str(port)]
        process = self.spawn("litellm-gemma", command, environment={"LITELLM_MASTER_KEY": master_key})
        return description(
            "litellm-gemma", port, LITELLM_MODEL, master_key, "/health/liveliness", process
        )


def remove_old_logs(folder):
    oldest = time.time() - LOG_DAYS * 86400
    for entry in os.scandir(folder):
        if entry.stat().st_mtime < oldest:
            os.remove(entry.path)


def description(name, port, model, api_key, ready_path, process):
    origin = "http://127.0.0.1:%d" % port
    return {
        "name": name,
        "url": origin + "/v1",
        "model": model,
        "apiKey": api_key,
        "pid": process.process.pid,
        "log": process.log_path,
        "ready_url": origin + ready_path,
        "process": process,
    }


def litellm_config(behind):
    return {
        "model_list": [
            {
                "model_name": LITELLM_MODEL,
                "litellm_params": {
                    "model": "openai/" + behind["model"],
                    "api_base": behind["url"],
                    "api_key": "none",
                },
            }
        ],
        "litellm_settings": {"drop_params": True, "telemetry": False},
    }
