# SPDX-License-Identifier: Apache-2.0
# Runs what doc/vm.md prints as workflows, step by step as GitHub does: `run` in a shell, ours of `uses` by the action's own file.
#   recipes.py TREE FOLDER PACKAGE
import os
import pathlib
import re
import subprocess
import sys

import yaml

tree, folder, package = (pathlib.Path(a).resolve() for a in sys.argv[1:])


def workflows():
    text = (tree / "doc/vm.md").read_text()
    for block in re.findall(r"\n\n((?:    .*\n)*    jobs:\n(?:    .*\n|\n(?=    ))+)", text + "\n"):
        yield yaml.safe_load(re.sub(r"^    ", "", block, flags=re.M))


def run(script, environment):
    lines = {name: folder / name for name in ("GITHUB_PATH", "GITHUB_ENV", "GITHUB_OUTPUT")}
    for path in lines.values():
        path.write_text("")
    own = {name: str(path) for name, path in lines.items()} | {"RUNNER_TEMP": str(folder / "temp")}
    status = subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=environment | own).returncode
    for entry in lines["GITHUB_PATH"].read_text().split():
        environment["PATH"] = f"{entry}:{environment['PATH']}"
    for entry in lines["GITHUB_ENV"].read_text().split("\n"):
        name, is_one, value = entry.partition("=")
        if is_one:
            environment[name] = value
    return status


def use_action(step, environment):
    action = yaml.safe_load((tree / "packaging/action/action.yml").read_text())
    inputs = {name: value["default"] for name, value in action["inputs"].items()} | step.get("with", {}) | {"package": package}
    for part in action["runs"]["steps"]:
        given = {name: re.sub(r"\${{ inputs\.(\w+) }}", lambda m: str(inputs[m[1]]).replace("True", "true"), value)
                 for name, value in part["env"].items()}
        environment.update(given, GITHUB_ACTION_PATH=str(tree / "packaging/action"))
        status = run(part["run"], environment)
        if status:
            return status
    return 0


def main():
    for workflow in workflows():
        for name, job in workflow["jobs"].items():
            environment = dict(os.environ)
            subprocess.run(["rm", "-rf", folder / "temp"])
            (folder / "temp").mkdir()
            for step in job["steps"]:
                ours = "packaging/action@" in step.get("uses", "")
                if ours or "run" in step:
                    status = use_action(step, environment) if ours else run(step["run"], environment)
                    print(f"{name}: {'the action' if ours else step['run'].split()[0]}: status {status}", flush=True)


main()
