// SPDX-License-Identifier: Apache-2.0
// A profile's page has the text of every file that ran.
// RUN: cuprum run %s --grid=2 --block=32 --profile=%t.html buf:i32:64:zero && cat %t.html
// CHECK-DAG: return x * 7 + 1; // in part 1
// CHECK-DAG: return x * 14 + 1; // in part 2
// CHECK-DAG: return x * 21 + 1; // in part 3
// CHECK-DAG: part1(part2(part3(i)))
#include "inputs/part1.h"
#include "inputs/part2.h"
#include "inputs/part3.h"
extern "C" __global__ void k(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = part1(part2(part3(i)));
}
