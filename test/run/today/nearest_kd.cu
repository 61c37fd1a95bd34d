// SPDX-License-Identifier: Apache-2.0
// Nearest four points of queries: an implicit tree of points split by turns, a stack of what is left to see.
// RUN: sh %S/../kernel.sh %s --grid=1 --block=64 buf:f32:381:rand:1 buf:f32:192:rand:2 buf:f32:256:zero buf:i32:256:zero i32:127 i32:64
constexpr int KNN = 4;
__global__ void nearest(const float3 *__restrict__ tree, const float3 *__restrict__ queries, float *__restrict__ distances, int *__restrict__ who, int n, int count) {
    const int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= count) return;
    const float3 p = queries[q];
    float best[KNN];
    int id[KNN];
    for (int i = 0; i < KNN; i++) best[i] = INFINITY, id[i] = -1;
    int stack[16], top = 0;
    stack[top++] = 0;
    while (top > 0) {
        int node = stack[--top];
        while (node < n) {
            const float3 c = tree[node];
            const float dx = p.x - c.x, dy = p.y - c.y, dz = p.z - c.z, d = dx * dx + dy * dy + dz * dz;
            if (d < best[KNN - 1]) {
                int i = KNN - 1;
                while (i > 0 && best[i - 1] > d) {
                    best[i] = best[i - 1];
                    id[i] = id[i - 1];
                    i--;
                }
                best[i] = d;
                id[i] = node;
            }
            const int axis = (31 - __clz(node + 1)) % 3;
            const float s = axis == 0 ? dx : axis == 1 ? dy : dz;
            const int near = 2 * node + 1 + (s > 0), far = 2 * node + 2 - (s > 0);
            if (s * s < best[KNN - 1] && far < n) stack[top++] = far;
            node = near;
        }
    }
    for (int i = 0; i < KNN; i++) distances[q * KNN + i] = best[i], who[q * KNN + i] = id[i];
}
