// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Ref { int &r; }; // NOTE: "Ref::Ref()" is declared here
__global__ void k(int *p) {
    Ref r; // ERROR: function "Ref::Ref()" cannot be referenced -- it is a deleted function
    *p = r.r;
}
