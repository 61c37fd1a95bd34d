// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
class Vault {
    int code; // NOTE: "Vault::code" is declared here
};
__device__ int peek(const Vault &v) {
    return v.code; // ERROR: "Vault::code" is inaccessible
}
__global__ void k(int *p, Vault *v) { *p = peek(*v); }
