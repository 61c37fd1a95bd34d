// SPDX-License-Identifier: Apache-2.0
// What is refused of GNU's complex numbers.
// RUN: cuprum %s --syntax-only
struct Other {};
__global__ void k(_Complex float *z, Other o) {
    __complex__ int whole; // ERROR: _Complex can only be used with floating-point types
    float f = __real__ o; // ERROR: expression must have arithmetic or complex type, not "Other"
    z[0] = z[1] * z[2]; // ERROR: no operator "*"
    __imag__ z[0] = __real__ z[1];
    z[1] = 2;
}
