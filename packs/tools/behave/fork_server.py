"""Runs each suite in a forked child, so that the interpreter, pytest and FastAPI are loaded once for all runs.

Every line of standard input is a run as JSON, and is answered by one line of standard output: `code`, `timedOut` and
`output` as of a process, or `null` for an answer that has a file with the name of a module that is loaded here, which
only a process of its own would import.
"""

import atexit
import gc
import json
import os
import select
import signal
import sys
import threading
import time
import warnings

MAX_OUTPUT = 200_000


def preload():
    """Imports what suites import; a suite hears of its warnings where it imports the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in ("pytest", "fastapi.testclient", "anyio.pytest_plugin", "pydantic.v1"):
            load(name)
        for name in getattr(sys.modules.get("_pytest.config"), "default_plugins", ()):
            load(f"_pytest.{name}")


def load(name):
    try:
        __import__(name)
    except ImportError:
        pass


def hides_module(solution):
    return any(entry.split(".")[0] in sys.modules for entry in os.listdir(solution))


def run_pytest(run, output):
    """Becomes the process of one run: its own group, folder, environment, and standard streams."""
    os.setsid()
    os.chdir(run["folder"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    sys.stdin = open(0, closefd=False)
    os.environ.update(run["env"])
    sys.path[:0] = [run["folder"], run["env"]["SOLUTION_DIR"]]
    sys.argv = ["pytest", *run["args"]]
    import pytest

    leave(pytest.main(run["args"]))


def leave(code):
    """Ends as `sys.exit` does, but leaves in memory what was loaded before the fork: to free it would copy all of it."""
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(int(code))


def supervise(pid, source, seconds):
    """Reads the output of the child until it ends or its time is over, and ends what it started."""
    end = time.monotonic() + seconds
    output = b""
    is_open = True
    timed_out = False
    code = None

    def read(wait):
        nonlocal output, is_open
        if is_open and select.select([source], [], [], wait)[0]:
            chunk = os.read(source, 65536)
            output = (output + chunk)[-MAX_OUTPUT:]
            is_open = bool(chunk)
            return is_open
        return False

    while True:
        read(0.05)
        if not is_open:
            time.sleep(0.002)
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
        elif time.monotonic() > end:
            timed_out = True
        else:
            continue
        break
    kill_group(pid)
    if timed_out:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    # What has left the group may hold the pipe open: its output is not waited for.
    last = time.monotonic() + 0.2
    while read(0.05) and time.monotonic() < last:
        pass
    text = output.decode(errors="replace")
    return {"code": code, "timedOut": timed_out, "output": text}


def kill_group(pid):
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def answer(run):
    if hides_module(run["env"]["SOLUTION_DIR"]):
        return None
    source, output = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(source)
        run_pytest(run, output)
    os.close(output)
    try:
        return supervise(pid, source, run["seconds"])
    finally:
        os.close(source)


# What lies in the folder of the server is no part of any run.
sys.path[:] = [entry for entry in sys.path if entry]
preload()
# The collector leaves alone in every child what was loaded here.
gc.freeze()
try:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
except BrokenPipeError:
    # Nobody waits for the answer any more.
    os._exit(0)
