# SPDX-License-Identifier: Apache-2.0
# A signal that ends `cuprum build` takes its folder of intermediate files along.
# RUN: sh %s %t
# REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
# CHECK: status 130, left over: 0
stem=$1
rm -rf "$stem.d"
mkdir -p "$stem.d/tmp" && cd "$stem.d" || exit 1
echo '__global__ void k() {} int main() { return 0; }' >a.cu
printf '#!/bin/sh\n: >started\nsleep 20\n' >slow
chmod +x slow

# (a shell's background jobs ignore INT: env gives it back)
TMPDIR=$PWD/tmp setsid env --default-signal=INT cuprum build -ccbin ./slow -c a.cu -o a.o >said 2>&1 &
pid=$!
tries=0
until [ -e started ] || [ $tries -gt 300 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -s INT $pid
wait $pid
echo "status $?, left over: $(ls tmp | wc -l)"
cat said
pkill -s "$pid" sleep 2>/dev/null
cd .. && rm -rf "$stem.d"
