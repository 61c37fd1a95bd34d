// SPDX-License-Identifier: Apache-2.0
// Loops that end at the lesser of two bounds, which only the run knows: none, equal ones, the first, the second, numbers.
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:i32:256:rand:1 buf:i32:768:zero i32:37
__global__ void k(const int *a, int *o, int n) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x, m = a[t] % 41, from = a[t + 128] & 3;
    int sum = 0, times = 0;
    for (int i = from; i < n && i < m; i++) sum += a[i], times++;
    o[t] = sum * 64 + times;
    unsigned product = 1;
    for (unsigned i = 1; i <= (unsigned)(m & 15) && i <= (unsigned)(n - from); i++) product *= a[i] | 1;
    o[t + 128] = product;
    times = 0;
    for (int i = n; i > m && i > from; i--) times += a[i] & i;
    o[t + 256] = times;
    times = 0;
    for (int i = 0; i <= m && i < 21; i++) times ^= a[i] + i;
    o[t + 384] = times;
    // the bounds change while the loop runs: they are no bounds of its
    int most = m, i = 0;
    for (; i < n && i < most; i++) most -= a[i] & 1;
    o[t + 512] = i;
    for (i = m; i < n || i < from; i++) most += a[i & 127];
    o[t + 640] = most;
}
