// SPDX-License-Identifier: Apache-2.0
__device__ __noinline__ int part3(int x) {
    return x * 21 + 1; // in part 3
}
