# SPDX-License-Identifier: Apache-2.0
# nvcc gives the warnings that these tests expect, in the same lines.
# REQUIRES: nvcc
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: all agree
T=$1
bad=0
list() { sed -n 's/^[^(]*(\([0-9]*\)): warning #\([0-9]*\)-D.*/\1 \2/p' "$1" | sort -u; }
for name in attributes conversions format numbers reach unused_again; do
    f=test/cuda/warnings_$name.cu
    nvcc -ptx -rdc=true -arch=sm_90 -std=c++17 $f -o $T.ptx >$T.n 2>&1 || { cat $T.n; bad=1; }
    cuprum --syntax-only -rdc=true -arch=sm_90 -std=c++17 $f >$T.c 2>&1 || { cat $T.c; bad=1; }
    list $T.n >$T.1
    list $T.c >$T.2
    diff $T.1 $T.2 || { echo "$f differs"; bad=1; }
done
[ $bad = 0 ] && echo "all agree"
