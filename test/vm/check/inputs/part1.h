// SPDX-License-Identifier: Apache-2.0
__device__ __noinline__ int part1(int x) {
    return x * 7 + 1; // in part 1
}
