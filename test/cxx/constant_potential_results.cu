// SPDX-License-Identifier: Apache-2.0
// A constant static member is not used when only its value is: read through any object expression,
// as the operand of a comma or of a conditional, or discarded.
// RUN: cuprum %s -arch=sm_90 -std=c++17 -O1 -o -
// RUN[BAD]: cuprum %s -arch=sm_90 -std=c++17 --syntax-only -DBAD
struct Step {
    static constexpr int width = 6;
    static const short depth = 9;
    static constexpr float scale = 1.5f;
    int v;
};
struct Rows {
    Step s[3][3];
    __device__ Step &at(int i) { return s[i][i]; }
};
__device__ Step fresh(int);
// CHECK: .entry walk(
// CHECK-NOT: width
// CHECK: st.global.{{[bu]}}32 [{{[^]]+}}], 6;
extern "C" __global__ void walk(int *out, float *real, Rows r, int i) {
    out[0] = r.s[i][0].width;
    for (int n = 0; n < r.at(i++).width; n++) out[n] += r.at(n).depth;
    out[1] = (i++, Step::width);
    out[2] = i ? r.s[i][i].width : out[9];
    out[3] = (&r)->at(i).width + -r.s[0][i].depth;
    real[0] = (i ? r.s[0][0] : r.s[1][1]).scale;
    r.s[i][i].width;
    (void)r.at(i).scale;
#ifdef BAD
    const int *p = &r.s[i][0].width; // ERROR[BAD]: undefined in device code
    const int &q = i ? r.at(i).width : out[0]; // ERROR[BAD]: undefined in device code
#endif
}
