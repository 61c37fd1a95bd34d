// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Fixed { const int v; }; // NOTE: "Fixed &Fixed::operator=(const Fixed &)" is declared here
__global__ void k(Fixed *p) {
    p[0] = p[1]; // ERROR: function "Fixed &Fixed::operator=(const Fixed &)" cannot be referenced -- it is a deleted function
}
