// SPDX-License-Identifier: Apache-2.0
// The fast functions of single precision: the machine's approximations.
#include "math.h"

API float __nv_fast_sinf(float x) { return sin_approx_full(x); }
API float __nv_fast_cosf(float x) { return cos_approx_full(x); }
API void __nv_fast_sincosf(float x, float *s, float *c) {
    *s = sin_approx_full(x);
    *c = cos_approx_full(x);
}
API float __nv_fast_tanf(float x) { return div_approx_full(sin_approx_full(x), cos_approx_full(x)); }
API float __nv_fast_log2f(float x) { return lg2_full(x); }
API float __nv_fast_logf(float x) { return lg2_full(x) * 0x1.62e430p-1f; }
API float __nv_fast_log10f(float x) { return lg2_full(x) * 0x1.344136p-2f; }
API float __nv_fast_expf(float x) { return ex2_full(x * 0x1.715476p+0f); }
API float __nv_fast_exp10f(float x) { return ex2_full(x * 0x1.a934f0p+1f); }
API float __nv_fast_powf(float x, float y) { return ex2_full(y * lg2_full(x)); }
API float __nv_fast_fdividef(float x, float y) { return div_approx_full(x, y); }
API float __nv_fast_tanhf(float x) { return tanh_approx(x); }
