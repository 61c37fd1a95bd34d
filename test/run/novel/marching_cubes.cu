// SPDX-License-Identifier: Apache-2.0
// Marching tetrahedra over a grid of values: six in a cell, a table says which edges are cut, triangles get their place by an atomic counter a warp.
// RUN: sh %S/../kernel.sh %s --grid=1,1,8 --block=8,8,1 buf:f32:729:rand:1 buf:i32:1:zero buf:f32:6144:zero buf:i32:512:zero i32:9 i32:9 i32:9 f32:0.5 i32:512
struct Cut {
    unsigned char edges[6];
};
__constant__ Cut CUTS[16] = {{{255, 255, 255, 255, 255, 255}}, {{0, 1, 2, 255, 255, 255}}, {{0, 3, 4, 255, 255, 255}}, {{1, 2, 3, 3, 2, 4}}, {{1, 3, 5, 255, 255, 255}}, {{0, 2, 3, 3, 2, 5}},
                             {{0, 1, 4, 4, 1, 5}},             {{2, 4, 5, 255, 255, 255}}, {{2, 4, 5, 255, 255, 255}}, {{0, 1, 4, 4, 1, 5}}, {{0, 2, 3, 3, 2, 5}},             {{1, 3, 5, 255, 255, 255}},
                             {{1, 2, 3, 3, 2, 4}},             {{0, 3, 4, 255, 255, 255}}, {{0, 1, 2, 255, 255, 255}}, {{255, 255, 255, 255, 255, 255}}};
__constant__ unsigned char TETRA[6][4] = {{0, 5, 1, 6}, {0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}};
__constant__ unsigned char ENDS[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
__device__ int3 corner(int i) { return make_int3((i & 1) ^ ((i >> 1) & 1), (i >> 1) & 1, i >> 2); }
__global__ void surface(const float *__restrict__ field, int *__restrict__ used, float3 *__restrict__ points, int *__restrict__ sizes, int nx, int ny, int nz, float level, int most) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
    float v[8];
    for (int i = 0; i < 8; i++) {
        const int3 c = corner(i);
        v[i] = field[((z + c.z) * ny + y + c.y) * nx + x + c.x];
    }
    int count = 0;
    float3 total = make_float3(0.f, 0.f, 0.f);
    for (int k = 0; k < 6; k++) {
        int inside = 0;
        for (int j = 0; j < 4; j++) inside |= (v[TETRA[k][j]] > level) << j;
        const Cut cut = CUTS[inside];
        for (int e = 0; e < 6 && cut.edges[e] != 255; e++) {
            const int a = TETRA[k][ENDS[cut.edges[e]][0]], b = TETRA[k][ENDS[cut.edges[e]][1]];
            const float d = v[b] - v[a], s = fabsf(d) < 1e-6f ? 0.5f : (level - v[a]) / d;
            const int3 ca = corner(a), cb = corner(b);
            total.x += x + ca.x + s * (cb.x - ca.x);
            total.y += y + ca.y + s * (cb.y - ca.y);
            total.z += z + ca.z + s * (cb.z - ca.z);
            count++;
        }
    }
    const int cell = (z * (ny - 1) + y) * (nx - 1) + x;
    if (cell < most) points[cell] = total, sizes[cell] = count / 3;
    if (count) atomicAdd(used, count / 3);
}
