// SPDX-License-Identifier: Apache-2.0
// All pairs of bodies by tiles of positions in shared memory; forces softened, one step of leapfrog.
// RUN: sh %S/../kernel.sh %s --grid=3 --block=64 buf:f32:768:rand:1 buf:f32:768:rand:2 buf:f32:768:zero i32:180 f32:0.01 f32:0.05
__device__ float3 pull(float4 at, float4 other, float3 sum, float softening) {
    const float x = other.x - at.x, y = other.y - at.y, z = other.z - at.z;
    const float square = x * x + y * y + z * z + softening;
    const float inverse = 1.0f / sqrtf(square), cube = inverse * inverse * inverse, s = other.w * cube;
    sum.x += x * s;
    sum.y += y * s;
    sum.z += z * s;
    return sum;
}

__global__ void step(const float4 *positions, float4 *velocities, float4 *moved, int n, float dt, float softening) {
    __shared__ float4 tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 at = i < n ? positions[i] : make_float4(0, 0, 0, 0);
    float3 sum = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        const int j = first + threadIdx.x;
        tile[threadIdx.x] = j < n ? positions[j] : make_float4(0, 0, 0, 0);
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < 64; k++) sum = pull(at, tile[k], sum, softening);
        __syncthreads();
    }
    if (i >= n) return;
    float4 v = velocities[i];
    v.x += sum.x * dt, v.y += sum.y * dt, v.z += sum.z * dt;
    velocities[i] = v;
    moved[i] = make_float4(at.x + v.x * dt, at.y + v.y * dt, at.z + v.z * dt, at.w);
}
