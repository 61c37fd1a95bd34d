#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The workflows that doc/vm.md prints work as printed, with our GitHub Action: it is YAML, and its script sets up what the steps
# after it use.
# REQUIRES: make, tar, bash, g++, python3, /usr/lib/python3/dist-packages/yaml, %B/lib/libcuprum.so, %B/lib/cuprum/libcudart.so.13
# TIMEOUT: 120
# RUN: sh %s %B %t
# CHECK: check: the action: status 0
# CHECK: check: cuprum: status 0
# CHECK: programs: the action: status 0
# CHECK: programs: nvcc: status 0
# CHECK: sum 2016
# CHECK: programs: cuprum: status 0
# CHECK: findings: "count":0
. test/tools/inputs/installed.sh
cp examples/reduce.cu "$dir/"
cat >"$dir/tests.cu" <<'END'
#include <cstdio>
__global__ void add(int *sum) { atomicAdd(sum, threadIdx.x); }
int main() {
    int *sum, out = 0;
    cudaMalloc(&sum, sizeof out);
    cudaMemset(sum, 0, sizeof out);
    add<<<1, 64>>>(sum);
    cudaMemcpy(&out, sum, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    printf("sum %d\n", out);
    return out != 2016;
}
END
tar -C "$dir" -cf "$dir/package.tar" x
python3 test/dist/inputs/recipes.py . "$dir" "$dir/package.tar"
echo "findings: $(grep -o '"count":[0-9]*' "$dir/findings.json")"
