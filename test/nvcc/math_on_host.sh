#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# RUN: sh %s
# Host code of a unit without a toolkit calls what is there for both halves (CUDA Math API: functions, min, max, abs) with no header
# but cuda_runtime.h, or none.
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cat >"$dir/both.cu" <<'EOF'
#include <cstdio>
__global__ void k(float *x) { x[0] = fabsf(x[0]) + sqrtf(4.0f) + max(1, 2) + (float)abs(-3) + rsqrtf(4.0f); }
float worst(float a, double b) { return fmaxf(fabsf(a), (float)fabs(b)) + sqrtf(4.0f) + rsqrtf(4.0f); }
int main() {
    float sum = worst(-3.0f, 2.5) + max(3, 4) + min(1u, 2u) + abs(-3) + powf(2.0f, 3.0f) + fabs(-1.5f) + max(1.0f, 2.0f) + max(5ll, 6ll);
    char text[4];
    memset(text, 0, sizeof text);
    char *copy = (char *)malloc(4);
    free(copy);
    printf("%g\n", sum + strlen(text) + (clock() == (clock_t)-1) + rand() * 0);
    return sum == 31 ? EXIT_SUCCESS : 1;
}
EOF
cuprum nvcc --no-toolkit "$dir/both.cu" -o "$dir/both" || exit 1
test "$("$dir/both")" = 31 || { echo "gives $("$dir/both")"; exit 1; }
cuprum build "$dir/both.cu" -o "$dir/built" && test "$("$dir/built")" = 31 || { echo "cuprum build"; exit 1; }
