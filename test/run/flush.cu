// SPDX-License-Identifier: Apache-2.0
// With -ftz=true a product that is subnormal is zero at every level, and so is what becomes of it.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E -ftz=true --block=1 --print=1:2 buf:u32:4:zero buf:u32:4:zero
// CHECK: arg 1: 2147483648 0
extern "C" __global__ void k(const unsigned *in, unsigned *out) {
    float tiny = __uint_as_float(0x8000 + in[0]), small = __uint_as_float(0x10000000 + in[1]);
    out[0] = __float_as_uint(tiny * -1.0f);
    out[1] = __float_as_uint(small * small * small);
}
