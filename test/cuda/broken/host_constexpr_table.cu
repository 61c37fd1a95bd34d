// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
constexpr float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f};
__global__ void blur(float *p) {
    float sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += p[i] * weights[i]; // ERROR: identifier "weights" is undefined in device code
    }
    p[threadIdx.x] = sum;
}
