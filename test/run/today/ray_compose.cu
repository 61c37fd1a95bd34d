// SPDX-License-Identifier: Apache-2.0
// Samples along rays become a colour: densities to opacity, transmittance, early end; rays by offset and count.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:4096:rand:1 buf:f32:12288:rand:2 buf:f32:8192:rand:3 buf:i32:384:iota buf:f32:128:zero buf:f32:128:zero buf:f32:384:zero i32:128 i32:4096 f32:0.02
__global__ void compose(const float *__restrict__ sigmas, const float *__restrict__ rgbs, const float *__restrict__ deltas, const int *__restrict__ rays, float *__restrict__ weights_sum,
                        float *__restrict__ depth, float *__restrict__ image, const unsigned N, const unsigned M, const float threshold) {
    const unsigned n = threadIdx.x + blockIdx.x * blockDim.x;
    if (n >= N) return;
    const unsigned index = (unsigned)rays[n * 3] / 3, offset = (unsigned)rays[n * 3 + 1] * 8 % 4000, steps = (unsigned)rays[n * 3 + 2] % 40;
    if (steps == 0 || offset + steps > M) {
        weights_sum[index] = 0;
        depth[index] = 0;
        image[index * 3] = image[index * 3 + 1] = image[index * 3 + 2] = 0;
        return;
    }
    sigmas += offset;
    rgbs += offset * 3;
    deltas += offset * 2;
    unsigned step = 0;
    float T = 1.0f, r = 0, g = 0, b = 0, ws = 0, t = 0, d = 0;
    while (step < steps) {
        const float alpha = 1.0f - __expf(-sigmas[0] * deltas[0]);
        const float weight = alpha * T;
        r += weight * rgbs[0];
        g += weight * rgbs[1];
        b += weight * rgbs[2];
        t += deltas[1];
        d += weight * t;
        ws += weight;
        T *= 1.0f - alpha;
        if (T < threshold) break;
        sigmas++;
        rgbs += 3;
        deltas += 2;
        step++;
    }
    weights_sum[index] = ws;
    depth[index] = d;
    image[index * 3] = r;
    image[index * 3 + 1] = g;
    image[index * 3 + 2] = b;
}
