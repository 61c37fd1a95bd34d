// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Timer {
    int n;
    int tick() { return ++n; } // NOTE: "Timer::tick" is declared here without __device__
};
__global__ void k(int *p) {
    Timer t{0};
    *p = t.tick(); // ERROR: calling a __host__ function("Timer::tick()") from a __global__ function("k") is not allowed
}
