// GNU's __builtin_va_arg_pack in host code, as the C library's checked functions have it; device code has none.
// RUN: cuprum --syntax-only --check-all %s
// RUN[DEVICE]: cuprum --syntax-only --check-all -DDEVICE %s
extern "C" int printf_checked(int level, const char *format, ...);
extern inline __attribute__((always_inline, gnu_inline)) int print(const char *format, ...) {
    if (__builtin_va_arg_pack_len() > 1) return 0;
    return printf_checked(1, format, __builtin_va_arg_pack());
}
int host() { return print("%d", 1); }
#ifdef DEVICE
__device__ int device(const char *format, ...) {
    return __builtin_va_arg_pack_len(); // ERROR[DEVICE]: __builtin_va_arg_pack_len is not supported in device code
}
__global__ void kernel() { device(""); }
#endif
