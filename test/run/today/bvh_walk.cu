// SPDX-License-Identifier: Apache-2.0
// Rays through a tree of boxes with a stack of its own for each thread; at the leaves triangles by Moeller and Trumbore.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:f32:192:rand:1 buf:f32:192:rand:2 buf:f32:288:rand:3 buf:f32:64:zero buf:i32:64:zero i32:64 i32:16
struct Ray { float3 from, along, inverse; float nearest; int hit; };

__device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
__device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }

// The box of a node: all leaves below it lie in a slab of the unit cube.
__device__ float enters(const Ray &ray, int node, int leaves) {
    int first = node, count = 1;
    while (first < leaves) first *= 2, count *= 2;
    const float low = (float)(first - leaves) / leaves - 0.3f, high = (float)(first - leaves + count) / leaves + 0.3f;
    const float x0 = (low - ray.from.x) * ray.inverse.x, x1 = (high - ray.from.x) * ray.inverse.x;
    const float y0 = (-0.1f - ray.from.y) * ray.inverse.y, y1 = (1.1f - ray.from.y) * ray.inverse.y;
    const float z0 = (-0.1f - ray.from.z) * ray.inverse.z, z1 = (1.1f - ray.from.z) * ray.inverse.z;
    const float in = fmaxf(fmaxf(fminf(x0, x1), fminf(y0, y1)), fmaxf(fminf(z0, z1), 0.f));
    const float out = fminf(fminf(fmaxf(x0, x1), fmaxf(y0, y1)), fminf(fmaxf(z0, z1), ray.nearest));
    return in <= out ? in : 1e30f;
}

__device__ void triangle(Ray &ray, const float3 *v, int id) {
    const float3 e1 = v[1] - v[0], e2 = v[2] - v[0], p = cross(ray.along, e2);
    const float det = dot(e1, p);
    if (fabsf(det) < 1e-8f) return;
    const float inverse = 1.f / det;
    const float3 s = ray.from - v[0];
    const float u = dot(s, p) * inverse;
    if (u < 0.f || u > 1.f) return;
    const float3 q = cross(s, e1);
    const float w = dot(ray.along, q) * inverse;
    if (w < 0.f || u + w > 1.f) return;
    const float t = dot(e2, q) * inverse;
    if (t > 1e-4f && t < ray.nearest) ray.nearest = t, ray.hit = id;
}

__global__ void bvh_walk(const float3 *froms, const float3 *tos, const float3 *triangles, float *distances, int *hits, int n, int leaves) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Ray ray;
    ray.from = froms[i];
    ray.along = tos[i] - ray.from;
    const float length = sqrtf(dot(ray.along, ray.along)) + 1e-6f;
    ray.along = ray.along * (1.f / length);
    ray.inverse = make_float3(1.f / ray.along.x, 1.f / ray.along.y, 1.f / ray.along.z);
    ray.nearest = 1e30f;
    ray.hit = -1;
    int stack[32], top = 0;
    stack[top++] = 1;
    while (top > 0) {
        const int node = stack[--top];
        if (node >= leaves) {
            triangle(ray, triangles + (node - leaves) * 3, node - leaves);
            continue;
        }
        int left = 2 * node, right = left + 1;
        float dl = enters(ray, left, leaves), dr = enters(ray, right, leaves);
        if (dl > dr) {
            const float d = dl;
            dl = dr, dr = d;
            const int c = left;
            left = right, right = c;
        }
        if (dr < 1e30f) stack[top++] = right;
        if (dl < 1e30f) stack[top++] = left;
    }
    distances[i] = ray.nearest;
    hits[i] = ray.hit;
}
