// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
void log_value(int); // NOTE: "log_value" is declared here without __device__
template <class T> __device__ void store(T *p, T v) {
    log_value(v); // ERROR: calling a __host__ function("log_value(int)") from a __device__ function("store<int>") is not allowed
    *p = v;
}
__global__ void k(int *p) { store(p, 3); }
