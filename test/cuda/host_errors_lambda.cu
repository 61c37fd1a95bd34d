// A device lambda in host code is device code: its errors are reported.
// RUN: cuprum --extended-lambda %s -o %t.ptx
template <class F> __global__ void k(F f) { f(); }
template <class T> void f(T t) {
    int n = 3;
    k<<<1, 1>>>([=] __device__() { no_such_name(n, t); }); // ERROR: identifier "no_such_name" is undefined
    k<<<1, 1>>>([=] __host__ __device__() { return nor_this(n, t); }); // ERROR: identifier "nor_this" is undefined
    this_is_hosts_own(t);
}
void g() { f(1); }
