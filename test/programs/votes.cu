// SPDX-License-Identifier: Apache-2.0
// A first program: votes, matches, masks and reductions of a warp.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

__global__ void vote(unsigned *out) {
    int lane = threadIdx.x;
    unsigned odd = __ballot_sync(~0u, lane & 1);
    unsigned same = __match_any_sync(~0u, lane / 5);
    unsigned sum = __reduce_add_sync(~0u, lane), most = __reduce_max_sync(~0u, lane ^ 21);
    int all = __all_sync(~0u, lane < 32), any = __any_sync(~0u, lane == 40);
    int from = __shfl_sync(~0u, lane * 10, lane ^ 3), up = __shfl_up_sync(~0u, lane, 2);
    bool ok = odd == 0xaaaaaaaau && all && !any && sum == 496 && most == 31;
    ok = ok && from == (lane ^ 3) * 10 && up == (lane < 2 ? lane : lane - 2);
    int first = lane / 5 * 5, end = first + 5 < 32 ? first + 5 : 32;
    ok = ok && same == (unsigned)(((1ull << end) - 1) ^ ((1ull << first) - 1));
    out[lane] = ok;
    if (lane >= 16) out[32] = __popc(__activemask());
}

int main() {
    unsigned *out;
    cudaMallocManaged(&out, 33 * sizeof(unsigned));
    vote<<<1, 32>>>(out);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = out[32] == 16;
    for (int i = 0; i < 32; i++) ok = ok && out[i] == 1;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
