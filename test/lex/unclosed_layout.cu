// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_80 %s
// The bracket that is named is the one that the layout says is open; each mistake is one error.
__global__ void inner(float *x, int n) {
    int i = threadIdx.x;
    if (i < n) { // ERROR: "{" is never closed
        x[i] *= 2.0f;
}
// NOTE@-1: this "}" is indented like the line 4

struct Grid {
    int w;
    __device__ int at(int x, int y) const {
        for (int i = 0; i < 3; i++) { // ERROR: "{" is never closed
            x += i;
        return y * w + x;
    }
    // NOTE@-1: this "}" is indented like the line 13
};

__global__ void whole(float *x)
{ // ERROR: "{" is never closed
    x[0] = 1;

__global__ void parentheses(float *x, int n) { // NOTE: what begins here is indented like the function: the "}" before it is missing
    int i = threadIdx.x;
    if (i < n && (x[i] > 0.0f) { // ERROR: "(" is never closed
        x[i] = sqrtf(x[i];       // ERROR: "(" is never closed
    }
    for (int j = 0; j < n; j++ { // ERROR: "(" is never closed
        x[j] = 0;
    }
    if ([](int a) {
            return a > 0;
        }(n))
        x[2] = fmaxf(x[0], fminf(x[1], 2.0f); // ERROR: "(" is never closed
}
