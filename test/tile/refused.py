# RUN: python3 %s %S/inputs/refused.txt %t
# REQUIRES: python3
# CHECK: modules were refused with their reasons, 0 were not
# Each CASE of refused.txt must be refused with its message, and not without its mistake: the frame alone is taken.
import subprocess
import sys

PARAMETERS = ("%f: tile<f32>, %h: tile<f16>, %d: tile<f64>, %i: tile<i32>, %l: tile<i64>, %b: tile<i1>, "
              "%p: tile<ptr<f32>>, %q: tile<ptr<i32>>")
VALUES = """%v = iota : tile<8xi32>
%w = constant <f32: 0.0> : tile<4x8xf32>
%k = constant <i1: true> : tile<8xi1>
%t = make_token : token
"""


def verify(path, text):
    with open(path, "w") as file:
        file.write(text)
    done = subprocess.run(["cuprum", "tile", "verify", path], capture_output=True, text=True)
    return done.returncode, done.stderr


def frame(body):
    return "entry @kernel(%s) {\n%s%s}\n" % (PARAMETERS, VALUES, body)


def cases(path):
    wanted, lines = None, []
    for line in open(path):
        if line.startswith("CASE "):
            if wanted:
                yield wanted, lines
            wanted, lines = line[5:].strip(), []
        elif wanted:
            lines.append(line)
    yield wanted, lines


good = bad = 0
assert verify(sys.argv[2], frame(""))[0] == 0
for wanted, lines in cases(sys.argv[1]):
    module = lines[0].startswith("MODULE ")
    text = "".join(line[7:] for line in lines) if module else frame("".join(lines))
    code, said = verify(sys.argv[2], text)
    if code == 1 and wanted in said:
        good += 1
    else:
        bad += 1
        print("wanted:", wanted, "\n  got:", code, said.split("\n")[0])
print("%d modules were refused with their reasons, %d were not" % (good, bad))
