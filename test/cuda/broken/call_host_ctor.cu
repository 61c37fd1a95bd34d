// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Buffer {
    int *data;
    Buffer(int *p) : data(p) {} // NOTE: "Buffer::Buffer" is declared here without __device__
};
__global__ void k(int *p) {
    Buffer b(p); // ERROR: calling a __host__ function("Buffer::Buffer(int *)") from a __global__ function("k") is not allowed
    b.data[0] = 1;
}
