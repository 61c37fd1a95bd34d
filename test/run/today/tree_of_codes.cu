// SPDX-License-Identifier: Apache-2.0
// Morton codes of points and the inner nodes of a radix tree over sorted codes (Karras): common prefixes, two bisections.
// RUN: sh %S/../kernel.sh %s --grid=1 --block=128 buf:f32:384:rand:1 buf:u32:128:zero buf:i32:508:zero i32:128
__device__ unsigned spread(unsigned v) {
    v = v * 0x00010001u & 0xff0000ffu;
    v = v * 0x00000101u & 0x0f00f00fu;
    v = v * 0x00000011u & 0xc30c30c3u;
    return v * 0x00000005u & 0x49249249u;
}

__device__ int prefix(const unsigned *codes, int n, int i, int j) {
    if (j < 0 || j >= n) return -1;
    const unsigned a = codes[i], b = codes[j];
    return a == b ? 32 + __clz(i ^ j) : __clz(a ^ b);
}

__global__ void tree(const float3 *points, unsigned *codes, int4 *nodes, int n) {
    const int i = threadIdx.x;
    const float3 p = points[i];
    const unsigned x = (unsigned)fminf(fmaxf(p.x * 1024, 0.f), 1023.f), y = (unsigned)fminf(fmaxf(p.y * 1024, 0.f), 1023.f), z = (unsigned)fminf(fmaxf(p.z * 1024, 0.f), 1023.f);
    const unsigned code = spread(x) << 2 | spread(y) << 1 | spread(z);
    // Sorted by counting: the codes of a block are few.
    codes[i] = code;
    __syncthreads();
    int rank = 0;
    for (int k = 0; k < n; k++) rank += codes[k] < code || (codes[k] == code && k < i);
    __syncthreads();
    codes[rank] = code;
    __syncthreads();
    if (i >= n - 1) return;
    const int d = prefix(codes, n, i, i + 1) > prefix(codes, n, i, i - 1) ? 1 : -1;
    const int least = prefix(codes, n, i, i - d);
    int most = 2;
    while (prefix(codes, n, i, i + most * d) > least) most *= 2;
    int length = 0;
    for (int t = most / 2; t >= 1; t /= 2)
        if (prefix(codes, n, i, i + (length + t) * d) > least) length += t;
    const int j = i + length * d, node = prefix(codes, n, i, j);
    int split = 0, t = length;
    do {
        t = (t + 1) / 2;
        if (prefix(codes, n, i, i + (split + t) * d) > node) split += t;
    } while (t > 1);
    const int gamma = i + split * d + min(d, 0);
    nodes[i] = make_int4(min(i, j) == gamma ? gamma | 1 << 30 : gamma, max(i, j) == gamma + 1 ? (gamma + 1) | 1 << 30 : gamma + 1, min(i, j), max(i, j));
}
