// CUDA's functions of binary128: by either name of the type, with NVIDIA's library and with ours, which alone has them.
// RUN: cuprum run %s -arch=sm_100 --device-library=cuprum buf:f64:24:zero --print=0
// RUN: cuprum run %s -arch=sm_100 -O0 buf:f64:24:zero --print=0
// CHECK: arg 0: 0.25 1 1.4142135623730951 -0.75 3 0 1 0 1 0.5 1.5 2 -1 0.5 2 1 5 1 0 0 -3 0.5 2 0
typedef __float128 Quad;
#define BUILTIN __device__ __attribute__((cudart_builtin))
#define ONE(f)  BUILTIN Quad __nv_fp128_##f(Quad);
#define TWO(f)  BUILTIN Quad __nv_fp128_##f(Quad, Quad);
ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10)
ONE(log1p) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh) ONE(sqrt) ONE(fabs) ONE(rint) TWO(pow) TWO(hypot)
TWO(remainder) TWO(fmod) TWO(fmax)
BUILTIN Quad __nv_fp128_frexp(Quad, int *);
BUILTIN int __nv_fp128_isnan(Quad);
BUILTIN _Float128 __nv_fp128_sin(_Float128);

// A difference that is 0 to 110 bits or more.
__device__ double near(Quad x, Quad y) { return __nv_fp128_fabs(x - y) <= __nv_fp128_fabs(y) * 0x1p-111 ? 0 : (double)(x - y); }

__global__ void k(double *p) {
    int e;
    Quad x = 0.3q;
    *p++ = __nv_fp128_exp2((Quad)-2);
    *p++ = __nv_fp128_cos((Quad)0);
    *p++ = __nv_fp128_sqrt((Quad)2);
    *p++ = __nv_fp128_frexp((Quad)-12, &e);
    *p++ = __nv_fp128_log10((Quad)1000);
    *p++ = near(__nv_fp128_sin(x), 0.29552020666133957510532074568502737q);
    *p++ = near(__nv_fp128_sin(x) * __nv_fp128_sin(x) + __nv_fp128_cos(x) * __nv_fp128_cos(x), 1) + 1;
    *p++ = near(__nv_fp128_asin(__nv_fp128_sin(x)), x);
    *p++ = __nv_fp128_isnan(__nv_fp128_acos((Quad)2));
    *p++ = near(__nv_fp128_tan(__nv_fp128_atan(x)), x) + 0.5;
    *p++ = near(__nv_fp128_log(__nv_fp128_exp(x)), x) + 1.5;
    *p++ = __nv_fp128_log2((Quad)4);
    *p++ = near(__nv_fp128_log1p(__nv_fp128_expm1(x)), x) - 1;
    *p++ = near(__nv_fp128_asinh(__nv_fp128_sinh(x)), x) + 0.5;
    *p++ = near(__nv_fp128_acosh(__nv_fp128_cosh(x + 2)), x + 2) + 2;
    *p++ = near(__nv_fp128_atanh(__nv_fp128_tanh(x)), x) + 1;
    *p++ = __nv_fp128_hypot((Quad)3, (Quad)4);
    *p++ = near(__nv_fp128_pow(x, (Quad)2), x * x) + 1;
    *p++ = near(__nv_fp128_exp10(x), 1.9952623149688796013524553967395356q);
    *p++ = near((Quad)__nv_fp128_sin((_Float128)x), __nv_fp128_sin(x));
    *p++ = __nv_fp128_rint((Quad)-2.5) - 1;
    *p++ = __nv_fp128_fmod((Quad)5.5, (Quad)1);
    *p++ = __nv_fp128_fmax((Quad)1, (Quad)2);
    *p = __nv_fp128_remainder((Quad)4, (Quad)2);
}
