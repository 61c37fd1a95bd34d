// Device code reads floating constants whose initialisers are computed from others, as with nvcc.
// RUN: cuprum %s -O1 -o -
// CHECK: 0f3F000000
// CHECK: 0fBF000000
const float two = 2.0f;
const float half = 1.0 / two;
const float minus = -half;
static const double table[2] = {two * 2, half};
__global__ void k(float *p) { p[0] = half; p[1] = minus; }
