# SPDX-License-Identifier: Apache-2.0
# newer_nvidia.py PTXAS TABLE HEAD FILE: how many questions of the table NVIDIA's program answers likewise.
import subprocess, sys
ptxas, table, head, path = sys.argv[1:]
head = open(head).read()
head = head[head.index('.global'):]
same = other = 0


def ask(version, target, text, wanted):
    global same, other
    body = text[1:].replace('\\n', '\n') + '\n' if text.startswith('!') else head.replace('// HERE', text)
    open(path, 'w').write('.version %s\n.target %s\n.address_size 64\n' % (version, target) + body)
    status = subprocess.run([ptxas, '-arch=' + target, '-O0', path, '-o', '/dev/null'], capture_output=True).returncode
    if (status == 0) == wanted:
        same += 1
    else:
        other += 1
        print(wanted, version, target, text)


for line in open(table):
    if line.startswith('#'):
        continue
    version, target, lacks, text = line.rstrip('\n').split('\t', 3)
    if version == 'no':
        ask('9.5', target, text, False)
        continue
    ask(version, target, text, True)
    if not target.startswith('sm_107'):
        ask('9.%d' % (int(version[2]) - 1), target, text, False)
    if lacks != '-':
        ask('9.5', lacks, text, False)
print(same > 300, other)
