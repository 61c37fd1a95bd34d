// SPDX-License-Identifier: Apache-2.0
// What is exact at 0 or 1, and next to 0.
extern "C" __global__ void k(float *r, float zero, float one, float tiny) {
    r[0] = erfcf(zero), r[1] = erfcf(-zero), r[2] = erfcxf(zero), r[3] = normcdff(zero);
    r[4] = expf(zero), r[5] = exp10f(zero), r[6] = coshf(zero), r[7] = tgammaf(one);
    r[8] = erfcf(tiny), r[9] = erfcf(-tiny), r[10] = erfcxf(tiny), r[11] = normcdff(tiny);
    r[12] = expf(tiny), r[13] = exp10f(tiny), r[14] = coshf(tiny), r[15] = tgammaf(one + tiny);
}
