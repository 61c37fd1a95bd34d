# SPDX-License-Identifier: Apache-2.0
# checked_nvidia.py PTXAS TABLE HEAD FILE: how many lines of the table NVIDIA's program answers likewise.
import subprocess, sys
ptxas, table, head, path = sys.argv[1:]
head = open(head).read()
same = other = 0
for line in open(table):
    if line.startswith('#'):
        continue
    answer, _, text = line.rstrip('\n').split('\t', 2)
    if text.startswith('!!'):
        module = text[2:].replace('\\n', '\n') + '\n'
    elif text.startswith('!'):
        module = '.version 9.0\n.target sm_90a\n.address_size 64\n' + text[1:].replace('\\n', '\n') + '\n'
    else:
        module = head.replace('// HERE', text)
    open(path, 'w').write(module)
    status = subprocess.run([ptxas, '-arch=sm_90a', '-O0', path, '-o', '/dev/null'], capture_output=True).returncode
    if (status == 0) == (answer == 'ok'):
        same += 1
    else:
        other += 1
        print(answer, text)
print(same > 900, other)
