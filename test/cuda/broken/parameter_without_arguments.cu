// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
template <class T> struct Span {
    T *at;
};
__global__ void k(Span s) { // ERROR: argument list for "Span" is missing
    s.at[0] = 1;
}
