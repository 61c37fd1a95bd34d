// A conversion goes by the constructor that overload resolution chose for it; choosing again, with
// user conversions of the argument allowed, went round in circles.
// RUN: cuprum %s -o -
// CHECK: st.global.u32 [%rd{{[0-9]+}}], 7;
struct To;
struct From {
    int v;
    __device__ operator int() const { return v; }
};
struct To {
    int v;
    template <class T, int = T::bad> __device__ To(T &&);
    __device__ To(const From &f) : v(f.v + 1) {}
    __device__ To(const To &t) : v(t.v) {}
};
__device__ int take(const To &t) { return t.v; }
__global__ void k(int *p) { *p = take(From{6}); }
