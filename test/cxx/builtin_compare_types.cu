// The operands of __builtin_isgreater and its like are compared in the type that both convert to, on either side.
// EACH: -O0, -O3
// RUN: cuprum run %s %E --print=0:10 buf:i32:10:zero
// CHECK: arg 0: 1 0 0 1 1 1 0 0 1 1
__device__ float f = 0.1f;
__device__ double d = 0.1;
__device__ int one = 1;
__device__ double half_of_one = 0.5;
__global__ void k(int *o) {
    o[0] = __builtin_isgreater(f, d); // the float next to 0.1 is above it
    o[1] = __builtin_isless(f, d);
    o[2] = __builtin_isgreater(d, f);
    o[3] = __builtin_isless(d, f);
    o[4] = __builtin_isgreaterequal(f, d);
    o[5] = __builtin_islessgreater(d, f);
    o[6] = __builtin_islessequal(f, d);
    o[7] = __builtin_isgreater(half_of_one, one);
    o[8] = __builtin_isgreater(one, half_of_one);
    o[9] = __builtin_isless(half_of_one, one);
}
