#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Outputs: written through links, with the mode that they have, under long names; never over an input; nothing left beside them.
# RUN: sh %s %t.d 2>&1
# CHECK: links: a.ptx is a link, real.ptx has a kernel
# CHECK: planted: precious
# CHECK: mode: 600
# CHECK: long: 0
# CHECK: input: error: the output would take the place of the input "k.cu"
# CHECK: linked input: error: the output would take the place of the input "l.cu"
# CHECK: opt: error: the output would take the place of the input "m.ll"
# CHECK: ptxas: 255, cicc: 1
# CHECK: sources: whole
# CHECK: fails: old
# CHECK: hard links: 2 kernels
# CHECK: device: error: cannot read "/dev/zero": File too large
# CHECK: folder: error: cannot read ".": Is a directory
# CHECK: streams: 1
# CHECK: help: usage: cuprum [options]
# CHECK: help: usage: ptxas
# CHECK: version: cuprum
# CHECK: left:
# CHECK-EMPTY:
# CHECK: end
rm -rf "$1" && mkdir "$1" && cd "$1" || exit 2
echo '__global__ void k(int *p) { *p = 1; }' >k.cu
ln -s real.ptx a.ptx && : >real.ptx
cuprum k.cu -o a.ptx && echo "links: a.ptx is $(test -L a.ptx && echo a link), real.ptx has $(grep -q entry real.ptx && echo a kernel)"
echo precious >victim # a name that could be foretold, as it was made of the output's and the process's
for i in $(seq 1 50); do ln -s victim "p.ptx.tmp$(($$ + i))_0"; done
cuprum k.cu -o p.ptx && echo "planted: $(cat victim)"
rm -f p.ptx.tmp*
: >m.ptx && chmod 600 m.ptx && cuprum k.cu -o m.ptx && echo "mode: $(stat -c %a m.ptx)"
long=$(printf '%0250d.ptx' 0)
cuprum k.cu -o "$long"
echo "long: $?"
ln -s k.cu l.cu
echo "input: $(cuprum k.cu -o ./k.cu 2>&1 | head -1)"
echo "linked input: $(cuprum l.cu -o k.cu 2>&1 | head -1)"
echo 'define void @f() { ret void }' | sed 's/{ /{\n/; s/ }/\n}/' >m.ll
echo "opt: $(cuprum opt m.ll --passes=dce -o m.ll 2>&1 | head -1)"
cuprum ptxas real.ptx -o real.ptx >/dev/null 2>&1
status=$?
cicc k.cu -o k.cu >/dev/null 2>&1
echo "ptxas: $status, cicc: $?"
grep -q global k.cu && grep -q define m.ll && grep -q entry real.ptx && echo "sources: whole"
echo old >o.ptx
echo '__global__ void k(int *p) { *p = q; }' | cuprum -x cu - -o o.ptx 2>/dev/null
echo "fails: $(cat o.ptx)"
: >h1.ptx && ln h1.ptx h2.ptx && cuprum k.cu -o h1.ptx
echo "hard links: $(cat h1.ptx h2.ptx | grep -c '^.visible .entry') kernels"
echo "device: $(cuprum -x cu /dev/zero -o z.ptx 2>&1 | head -1)"
echo "folder: $(cuprum -x cu . -o z.ptx 2>&1 | head -1)"
echo "streams: $(cuprum -x cu /dev/stdin -o /dev/stdout <k.cu | grep -c '^.visible .entry')"
echo "help: $(cuprum help | head -1)"
echo "help: $(cuprum help ptxas | head -1)"
echo "version: $(cuprum version | head -1)"
echo "left: $(ls -A | grep -e '^\.cuprum' -e z.ptx)"
echo
echo end
