# SPDX-License-Identifier: Apache-2.0
# Runs a command on a terminal of its own, or with `pipe` behind a pipe, and says which colours its output has.
import os, pty, re, subprocess, sys


def on_terminal(command):
    master, slave = pty.openpty()
    process = subprocess.Popen(command, stdout=slave, stderr=slave)
    os.close(slave)
    output = b""
    while True:
        try:
            part = os.read(master, 4096)
        except OSError:
            break
        if not part:
            break
        output += part
    process.wait()
    return output


name, how, command = sys.argv[1], sys.argv[2], sys.argv[3:]
if how == "pipe":
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
else:
    output = on_terminal(command)
text = output.decode()
words = [w for w in ("error", "warning", "note") if re.search("\033\\[[0-9;]*m" + w, text)]
print(name + ":", " ".join(words) if words else "coloured" if "\033" in text else "plain")
