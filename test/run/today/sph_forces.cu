// SPDX-License-Identifier: Apache-2.0
// Smoothed particles: density, pressure and viscosity from the 27 cells around each particle; particles are structures sorted by cells.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:f32:256:rand:1 buf:f32:256:rand:2 buf:i32:65:iota buf:f32:64:rand:3 buf:f32:256:zero i32:64 bytes:000000000000000000000000000080400000803e0000803f0000a03fcdcccc3d
struct Grid { float3 origin; float inverse_cell; };
struct Fluid { float radius, mass, rest, viscosity; };
struct Parameters { Grid grid; Fluid fluid; };

__device__ int3 cell_of(float4 p, const Grid &g) {
    return make_int3((int)floorf((p.x - g.origin.x) * g.inverse_cell), (int)floorf((p.y - g.origin.y) * g.inverse_cell), (int)floorf((p.z - g.origin.z) * g.inverse_cell));
}
__device__ unsigned hash_of(int3 c) {
    c.x &= 3, c.y &= 3, c.z &= 3;
    return (c.z * 4 + c.y) * 4 + c.x;
}

__global__ void sph_forces(const float4 *__restrict__ positions, const float4 *__restrict__ velocities, const int *__restrict__ starts, const float *__restrict__ densities,
                           float4 *__restrict__ forces, int n, Parameters p) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float4 at = positions[i], velocity = velocities[i];
    const float density = densities[i] + 0.5f, pressure = p.fluid.rest * (density - 1.f);
    float3 force = make_float3(0, 0, 0);
    const int3 cell = cell_of(at, p.grid);
    for (int z = -1; z <= 1; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x++) {
                const unsigned h = hash_of(make_int3(cell.x + x, cell.y + y, cell.z + z));
                const int from = starts[h], to = starts[h + 1];
                for (int k = from; k < to; k++) {
                    if (k == i) continue;
                    const float4 other = positions[k], moves = velocities[k];
                    const float3 d = make_float3(at.x - other.x, at.y - other.y, at.z - other.z);
                    const float r2 = d.x * d.x + d.y * d.y + d.z * d.z;
                    if (r2 >= p.fluid.radius * p.fluid.radius || r2 < 1e-12f) continue;
                    const float r = sqrtf(r2), q = p.fluid.radius - r, rho = densities[k] + 0.5f;
                    const float push = p.fluid.mass * (pressure + p.fluid.rest * (rho - 1.f)) / (2.f * rho) * 14.32f * q * q / r;
                    const float drag = p.fluid.viscosity * p.fluid.mass / rho * 14.32f * q;
                    force.x += push * d.x + drag * (moves.x - velocity.x);
                    force.y += push * d.y + drag * (moves.y - velocity.y);
                    force.z += push * d.z + drag * (moves.z - velocity.z);
                }
            }
    forces[i] = make_float4(force.x / density, force.y / density - 9.81f, force.z / density, density);
}
