// SPDX-License-Identifier: Apache-2.0
// Which division and reciprocal the precision options choose (approx_division_nvcc.sh: as in nvcc).
// RUN[FULL]: cuprum %s -arch=sm_90 -prec-div=false -o - | grep -oE '(div|rcp|sqrt)[.][a-z0-9.]*'
// FULL: div.full.f32
// FULL-NEXT: rcp.approx.f32
// FULL-NEXT: sqrt.rn.f32
// FULL-NEXT: rcp.approx.f32
// FULL-NEXT: rcp.rn.f64
// FULL-NEXT: rcp.rn.f64
// RUN[FTZ]: cuprum %s -arch=sm_90 -prec-div=false -prec-sqrt=false -ftz=true -o - | grep -oE '(div|rcp|sqrt)[.][a-z0-9.]*'
// FTZ: div.full.ftz.f32
// FTZ-NEXT: rcp.approx.ftz.f32
// FTZ-NEXT: sqrt.approx.ftz.f32
// FTZ-NEXT: rcp.rn.f64
// RUN[FAST]: cuprum %s -arch=sm_90 --use_fast_math -ftz=false -o - | grep -oE '(div|rcp|sqrt)[.][a-z0-9.]*'
// FAST: div.approx.f32
// FAST-NEXT: rcp.approx.f32
// FAST-NEXT: sqrt.approx.f32
__global__ void divide(float *f, double *d) {
    f[0] = f[1] / f[2];
    f[3] = 1 / f[4];
    f[5] = 1 / sqrtf(f[6]); // rsqrt where both may be approximate
    d[0] = 1 / d[1];
    f[7] = (float)(1 / (double)f[8]); // float's quotient only where that is exact
}
