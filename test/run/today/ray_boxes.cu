// SPDX-License-Identifier: Apache-2.0
// Rays through a tree of boxes: a short stack, the slab test, the nearer child first; leaves are spheres.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:f32:1536:rand:1 buf:f32:512:rand:2 buf:f32:256:rand:3 buf:f32:256:zero buf:i32:256:zero i32:64 i32:250
struct Node { float4 low, high; };  // 32 bytes; children of i are 2 i and 2 i + 1

__device__ bool slab(const Node &node, float3 o, float3 inv, float far, float &near) {
    const float ax = (node.low.x * 0.5f - o.x) * inv.x, bx = (node.high.x + 0.5f - o.x) * inv.x;
    const float ay = (node.low.y * 0.5f - o.y) * inv.y, by = (node.high.y + 0.5f - o.y) * inv.y;
    const float az = (node.low.z * 0.5f - o.z) * inv.z, bz = (node.high.z + 0.5f - o.z) * inv.z;
    const float in = fmaxf(fmaxf(fminf(ax, bx), fminf(ay, by)), fmaxf(fminf(az, bz), 0.f));
    const float out = fminf(fminf(fmaxf(ax, bx), fmaxf(ay, by)), fminf(fmaxf(az, bz), far));
    near = in;
    return in <= out;
}

__global__ void trace(const float *__restrict__ rays, const Node *__restrict__ nodes, const float4 *__restrict__ spheres, float *__restrict__ distance,
                      int *__restrict__ hit, int leaves, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float3 o = make_float3(rays[6 * i] - 1.f, rays[6 * i + 1], rays[6 * i + 2]);
    float3 d = make_float3(rays[6 * i + 3] + 0.5f, rays[6 * i + 4] - 0.5f, rays[6 * i + 5] - 0.5f);
    const float length = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
    d.x *= length, d.y *= length, d.z *= length;
    const float3 inv = make_float3(1.f / d.x, 1.f / d.y, 1.f / d.z);
    int stack[16], depth = 0, node = 1, found = -1;
    float far = 1e30f;
    for (;;) {
        if (node >= leaves / 4) {
            const float4 s = spheres[node % leaves];
            const float3 to = make_float3(s.x - o.x, s.y - o.y, s.z - o.z);
            const float b = to.x * d.x + to.y * d.y + to.z * d.z, c = to.x * to.x + to.y * to.y + to.z * to.z - s.w * s.w * 0.04f;
            const float square = b * b - c;
            if (square > 0) {
                const float t = b - sqrtf(square);
                if (t > 0 && t < far) far = t, found = node;
            }
        } else {
            float near_a, near_b;
            const bool a = slab(nodes[(2 * node) % leaves], o, inv, far, near_a), b = slab(nodes[(2 * node + 1) % leaves], o, inv, far, near_b);
            if (a && b) {
                const bool swap = near_b < near_a;
                stack[depth++] = 2 * node + !swap;
                node = 2 * node + swap;
                continue;
            }
            if (a || b) {
                node = 2 * node + b;
                continue;
            }
        }
        if (depth == 0) break;
        node = stack[--depth];
    }
    distance[i] = far;
    hit[i] = found;
}
