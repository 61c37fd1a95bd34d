// SPDX-License-Identifier: Apache-2.0
// RUN[W]: cuprum --syntax-only %s
// RUN[SUP]: cuprum --syntax-only --diag-suppress=177,549,20011 --diag-suppress=940,20013 %s
// RUN[ERR]: cuprum --syntax-only --diag-error=177 --display-error-number -Werror cross-execution-space-call -diag-suppress 940 %s
// EXIT[ERR]: 1
// SUP-NOT: warning
// ERR: error #20011-D: calling a __host__ function("host_only(int)") from a __host__ __device__ function("crossing") is not allowed
// ERR: error #177-D: variable "unused" was declared but never referenced
// nvcc's warnings in device code, their numbers, and what silences them.
int host_only(int v) { return v; }
constexpr int host_constexpr(int v) { return v; }
__device__ int on_device(int v) { return v; }
struct H {
    int a;
    H(int v) : a(v) {}
    int get() const { return a; }
};
__host__ __device__ int crossing(int v) { return host_only(v); } // WARNING[W]: calling a __host__ function("host_only(int)") from a __host__ __device__ function("crossing") is not allowed
__host__ __device__ int crossing_class(int v) {
    H h(v); // WARNING[W]: calling a __host__ function("H::H(int)") from a __host__ __device__ function("crossing_class") is not allowed
    return h.get(); // WARNING[W]: calling a __host__ function("H::get() const") from
}
__host__ __device__ int crossing_constexpr(int v) { return host_constexpr(v); } // WARNING[W]: calling a constexpr __host__ function("host_constexpr(int)") from a __host__ __device__ function
#pragma nv_exec_check_disable
__host__ __device__ int unchecked(int v) { return host_only(v); }
#pragma hd_warning_disable
template <class T> __host__ __device__ T unchecked_template(T v) { return host_only(v); }
template <class T> __host__ __device__ T checked_template(T v) { return host_only(v); } // WARNING[W]: from a __host__ __device__ function("checked_template<int>") is not allowed
__device__ int locals(int a) {
    int unused; // WARNING[W]: variable "unused" was declared but never referenced
    const int constant = 4; // WARNING[W]: variable "constant" was declared but never referenced
    static int counted; // WARNING[W]: variable "counted" was declared but never referenced
    __shared__ int shared; // WARNING[W]: variable "shared" was declared but never referenced
    int array[3]; // WARNING[W]: variable "array" was declared but never referenced
    auto closure = [=] { return 1; }; // WARNING[W]: variable "closure" was declared but never referenced
    int effect = on_device(a);
    [[maybe_unused]] int meant = 3;
    const int bound = 2;
    int used[bound];
    int in_sizeof = 1;
    int captured = 2;
    auto both = [=] { return captured; };
    (void)a;
    for (int i = 0; i < 3;) break;
    return used[0] + (int)sizeof in_sizeof + both(); // WARNING[W]: variable "used" is used before its value is set
}
#pragma nv_diag_suppress 177, 940
__device__ int quiet(int a) {
    int unused;
    if (a) return 1;
}
#pragma nv_diag_default 177
#pragma nv_diagnostic push
#pragma nv_diag_suppress 177
__device__ void quiet_too() { int unused; }
#pragma nv_diagnostic pop
__device__ void loud() { int unused; } // WARNING[W]: variable "unused" was declared but never referenced
#pragma nv_diag_default 940
__device__ int sign(int v) {
    if (v > 0) return 1;
    if (v < 0) return -1;
} // WARNING[W]: missing return statement at end of non-void function "int sign(int)"
__device__ int loops(int v) {
    for (;;) {
        if (v++ > 3) return v;
    }
}
__device__ int while_true(int v) {
    while (true) {
        if (v++ > 3) return v;
    }
}
__device__ int switches(int v) {
    switch (v) {
    case 1: return 2;
    default: return 3;
    }
}
__device__ int traps(int v) {
    if (v) return 1;
    __builtin_unreachable();
}
__device__ int both_ways(int v) {
    if (v)
        return 1;
    else
        return 2;
}
__device__ int dowhile(int v) {
    do {
        return v;
    } while (0);
}
__global__ void k(int *p) { *p = unchecked_template(1) + checked_template(2); }
