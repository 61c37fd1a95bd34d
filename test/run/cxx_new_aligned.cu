// SPDX-License-Identifier: Apache-2.0
// new of classes that want more alignment than malloc gives [expr.new]/19: the default functions, one
// of the class that takes the alignment, one of the class that does not.
// RUN: sh %S/kernel.sh %s --grid=1 --block=4 buf:i32:32:iota buf:i32:64:zero
// RUN[P]: cuprum %s -arch=sm_90 -o -
// P-LABEL: .entry _Z1kPKiPi(
// P: st.param.b64 [param1], 128;
// P: __cuda_syscall_aligned_malloc,

struct alignas(128) Wide {
    int at[40];
    __device__ Wide() { at[0] = 11; }
    __device__ ~Wide() { at[0]++; }
};
struct alignas(64) Flat {
    int x;
};
struct alignas(32) Own {
    int x;
    static __device__ void *operator new(size_t n, std::align_val_t a) {
        return (char *)malloc(n + 512) + 256 - n % 32 + (size_t)a;
    }
    static __device__ void operator delete(void *, std::align_val_t) {}
};
struct alignas(32) Plain {
    int x;
    static __device__ void *operator new(size_t n) { return (char *)malloc(n + 64) + (n == 32); }
    static __device__ void operator delete(void *) {}
};
struct alignas(64) Placed {
    int x;
    static __device__ void *operator new(size_t, std::align_val_t a, int *where) {
        *where = (int)(size_t)a;
        return where;
    }
};

__device__ int low(const void *p, int n) {
    return (int)((size_t)p % n);
}

__global__ void k(const int *in, int *out) {
    int t = threadIdx.x, *o = out + t * 16, n = in[t] + 1;
    malloc(1); // what follows lies where a plain malloc would not be aligned
    Wide *one = new Wide, *many = new Wide[n];
    o[0] = low(one, 128) + low(many, 128);
    o[1] = one->at[0] + many[n - 1].at[0];
    delete one;
    delete[] many;
    Flat *flat = new Flat[n]{}, *odd = new Flat{t};
    o[2] = low(flat, 64) + low(odd, 64);
    o[3] = flat[n - 1].x + odd->x;
    delete[] flat;
    delete odd;
    Own *own = new Own;
    o[4] = low(own, 32);
    delete own;
    o[5] = low((char *)new Plain - 1, 16);
    alignas(64) int place[16];
    Placed *placed = new (&place[0]) Placed;
    o[6] = (void *)placed == place && place[0] == 64;
    void *raw = ::operator new(24, std::align_val_t(256));
    o[7] = low(raw, 256);
    ::operator delete(raw, std::align_val_t(256));
    raw = ::operator new[](24, std::align_val_t(32));
    o[8] = low(raw, 32);
    ::operator delete[](raw, 24, std::align_val_t(32));
}
