// A template-id names the templates of an overload set only, also where a template is deduced from
// it [temp.deduct.call]/6: a kernel template beside a host function of its name.
// RUN: cuprum -std=c++17 -arch=sm_90 -Werror=all-warnings %s -o - | grep entry | sort
// CHECK: _Z3layILi4EEvPKlPii
// CHECK: _Z3layILi5EEvPKlPii
// CHECK: _Z3layILi6EEvPKlPii
// CHECK: _Z3layILi7EEvPKlPii
template <int N> __global__ void lay(const long *a, int *b, int n) { b[n] = N + (int)a[0]; }
template <class F> void *address(F *f) { return (void *)f; }
template <class F> void *forwarded(F &&f) { return (void *)&f; }
template <class... A> void *kernel(void (*f)(A...)) { return (void *)f; }
void *lay(const long *a, int *b, int n) {
    cudaLaunchConfig_t cfg = {(n + 1), (256), 0, 0, nullptr, 0};
    cudaLaunchKernelEx(&cfg, (lay<4>), a, b, n);
    return n ? address(lay<5>) : b ? forwarded(lay<6>) : kernel(&lay<7>);
}
