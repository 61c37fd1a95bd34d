# SPDX-License-Identifier: Apache-2.0
"""Reads a trace: its intervals nest within a thread; prints the kinds that are there."""
import json
import sys

events = [event for event in json.load(open(sys.argv[1]))["traceEvents"] if event["ph"] == "X"]
open_ones = {}
for event in sorted(events, key=lambda e: (e["ts"], -e["dur"])):
    stack = open_ones.setdefault((event["pid"], event["tid"]), [])
    while stack and stack[-1]["ts"] + stack[-1]["dur"] <= event["ts"]:
        stack.pop()
    if stack and event["ts"] + event["dur"] > stack[-1]["ts"] + stack[-1]["dur"] + 0.0005:  # a rounded sum
        print("not nested:", event["name"], event.get("args"))
    stack.append(event)
    event["path"] = stack[-2]["path"] + [event["name"]] if len(stack) > 1 else [event["name"]]
for event in events:
    detail = event.get("args", {}).get("detail", "").rsplit("/", 1)[-1]
    if event["name"] in ("Source", "InstantiateFunction", "InstantiateClass", "ParseFunction"):
        print(event["name"], detail, "in", "/".join(event["path"][:-1]))
