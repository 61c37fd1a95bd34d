// Direct-initialisation of a class considers explicit conversion functions of the argument for the
// copy constructor's parameter [over.match.copy]/1.2; copy-initialisation does not.
// RUN: cuprum %s -DOK -o -
// RUN[ERR]: cuprum %s -o /dev/null
// CHECK: st.global.u32 [%rd{{[0-9]+}}], 5;
struct To { int v, w; };
struct From {
    int v;
    __device__ explicit operator To() const { return To{v, 1}; }
};
__global__ void k(int *p) {
    From f{5};
    To a(f);
    *p = To(f).v + a.w - 1;
#ifndef OK
    To b = f; // ERROR[ERR]: no suitable constructor exists to convert from "From" to "To"
#endif
}
