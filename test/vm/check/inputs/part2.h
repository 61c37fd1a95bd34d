// SPDX-License-Identifier: Apache-2.0
__device__ __noinline__ int part2(int x) {
    return x * 14 + 1; // in part 2
}
