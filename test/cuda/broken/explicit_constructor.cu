// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Meters {
    double v;
    __device__ explicit Meters(double d) : v(d) {}
};
__device__ double get(Meters m) { return m.v; } // NOTE: "double get(Meters)" is declared here
__global__ void k(double *p) {
    *p = get(3.0); // ERROR: no suitable constructor exists to convert from "double" to "Meters"
}
