// SPDX-License-Identifier: Apache-2.0
// apfloat against the host's arithmetic (round to nearest even): random and edge operands in f32
// and f64; text both ways against printf and strtod.
#include "base/apfloat.h"
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include "unit.h"
static uint64_t s = 1;
static uint64_t rnd(void) {
    uint64_t z = (s += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static double rd(void) {
    uint64_t b = rnd();
    if (rnd() % 4 == 0) {
        b = (b & 0x800fffffffffffffu) | ((1023 - 30 + rnd() % 60) << 52);
    }
    if (rnd() % 16 == 0) b &= 0x800fffffffffffffu;
    double d;
    memcpy(&d, &b, 8);
    return d;
}
static float rf(void) {
    uint32_t b = rnd();
    if (rnd() % 4 == 0) {
        b = (b & 0x807fffffu) | ((127 - 15 + rnd() % 30) << 23);
    }
    if (rnd() % 16 == 0) b &= 0x807fffff;
    float d;
    memcpy(&d, &b, 4);
    return d;
}
static int sd(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, 8) == 0;
}
static int sf(float a, float b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, 4) == 0;
}
int main(void) {
    Ctx c;
    ctx_init(&c);
    for (int i = 0; i < 300000; i++) {
        double a = rd(), b = rd(), d = rd();
        ApFloat A = apf_f64(a), B = apf_f64(b), D = apf_f64(d);
        CHECK(sd(apf_to_f64(apf_add(A, B, 0, 0)), a + b));
        CHECK(sd(apf_to_f64(apf_mul(A, B, 0, 0)), a * b));
        CHECK(sd(apf_to_f64(apf_div(A, B, 0, 0)), a / b));
        CHECK(sd(apf_to_f64(apf_fma(A, B, D, 0, 0)), fma(a, b, d)));
        CHECK(sd(apf_to_f64(apf_sqrt(A, 0, 0)), sqrt(a)));
        if (i < 20000) CHECK(sd(apf_to_f64(apf_rem(A, B, 0)), fmod(a, b)));
        CHECK(sf(apf_to_f32(A), (float)a));
        float x = rf(), y = rf(), z = rf();
        ApFloat X = apf_f32(x), Y = apf_f32(y), Z = apf_f32(z);
        CHECK(sf(apf_to_f32(apf_add(X, Y, 0, 0)), x + y));
        CHECK(sf(apf_to_f32(apf_mul(X, Y, 0, 0)), x * y));
        CHECK(sf(apf_to_f32(apf_div(X, Y, 0, 0)), x / y));
        CHECK(sf(apf_to_f32(apf_fma(X, Y, Z, 0, 0)), fmaf(x, y, z)));
        CHECK(sf(apf_to_f32(apf_sqrt(X, 0, 0)), sqrtf(x)));
        if (unit_bad > 10) return 1;
    }
    for (int i = 0; i < 3000; i++) {
        double a = rd();
        if (isnan(a) || isinf(a)) continue;
        char t[512], u[512];
        Buf b;
        int p = rnd() % 25;
        const char *f[] = {"%.*e", "%.*g", "%.*a"};
        char st[] = {'e', 'g', 'a'};
        int k = rnd() % 3;
        sprintf(t, f[k], p, a);
        buf_init(&b, &c.scratch);
        apf_print(&b, apf_f64(a), st[k], p, false);
        buf_cstr(&b);
        if (k != 2 || fabs(a) > 1e-300) CHECK_STR(b.at, t);
        sprintf(t, "%.*e", p, a);
        ApFloat r;
        CHECK(apf_parse(t, strlen(t), APF_F64, 0, &r, 0));
        CHECK(sd(apf_to_f64(r), strtod(t, 0)));
        CHECK(apf_parse(t, strlen(t), APF_F32, 0, &r, 0));
        CHECK(sf(apf_to_f32(r), strtof(t, 0)));
        buf_init(&b, &c.scratch);
        apf_print_shortest(&b, apf_f64(a));
        buf_cstr(&b);
        CHECK(strtod(b.at, 0) == a);
        if (fabs(a) < 1e20) {
            sprintf(t, "%.*f", p, a);
            buf_init(&b, &c.scratch);
            apf_print(&b, apf_f64(a), 'f', p, false);
            CHECK_STR(buf_cstr(&b), t);
        }
        if (unit_bad > 10) return 1;
        (void)u;
    }
    ctx_free(&c);
    return UNIT_END();
}
