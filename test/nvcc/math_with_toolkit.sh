#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# REQUIRES: nvcc, ptxas, g++
# RUN: sh %s
# Functions of the CUDA math API that the C library lacks, called by host code under a toolkit's headers, which only declare them
# there: defined weakly, as by NVIDIA's nvcc, also in two units of one program and with the texts kept.
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cat >"$dir/a.cu" <<'EOF'
#include <cstdio>
#include <cmath>
double other(double x);
__global__ void k(float *x) { x[0] = rsqrtf(4.0f) + normcdff(x[0]); }
int main() {
    float s, c;
    sincospif(0.5f, &s, &c);
    printf("%g %g %g %g %.4g %g %g %g %.4g %g\n", rsqrtf(4.0f), rsqrt(16.0), rcbrt(8.0f), normcdf(0.0), erfinv(0.5), s + c, sinpi(0.5) + cospi(1.0),
           erfcinv(0.5), erfcxf(1.0f) + normcdfinv(0.5), other(4.0));
}
EOF
echo 'double other(double x) { return rsqrt(x) + rcbrtf(27.0f) * 3; }' >"$dir/b.cu"
expected="0.5 0.25 0.5 0.5 0.4769 1 0 0.476936 0.4276 1.5"
for way in "" "--keep --keep-dir $dir" "-rdc=true" "-O2"; do
    # shellcheck disable=SC2086 # words
    cuprum nvcc $way "$dir/a.cu" "$dir/b.cu" -arch=sm_80 -o "$dir/program" || exit 1
    test "$("$dir/program")" = "$expected" || { echo "$way: $("$dir/program")"; exit 1; }
done
cuprum build "$dir/a.cu" "$dir/b.cu" -o "$dir/built" && test "$("$dir/built")" = "$expected" || { echo "cuprum build"; exit 1; }
cuprum build --no-toolkit "$dir/a.cu" "$dir/b.cu" -o "$dir/built" && test "$("$dir/built")" = "$expected" || { echo "without a toolkit"; exit 1; }
