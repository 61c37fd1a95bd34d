// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int host_seed(); // NOTE: "host_seed" is declared here without __device__
__global__ void k(int *p) {
    static int s = host_seed(); // ERROR: calling a __host__ function("host_seed()") from a __global__ function("k") is not allowed
    *p = s;
}
