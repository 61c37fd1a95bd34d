// What is not understood in host code stops nothing; --host-errors shows it, with its backtrace.
// RUN: cuprum %s -o -
// RUN[SHOW]: cuprum --host-errors -w %s -o -
// CHECK-NOT: remark
// CHECK: .entry _Z1kIiEvPT_
// SHOW: .entry _Z1kIiEvPT_
// SHOW: host_errors.cu([[@LINE+11]]): remark: ignored in host code: {{.*}}no_such_function
// SHOW: detected during
// SHOW: instantiation of {{.*}}launch
// SHOW-NOT: value
template <class T> __global__ void k(T *p) { *p = 1; }
template <class T> struct has { enum { value = 0 }; };
template <class T> auto probe(int) -> decltype(T::missing); // a substitution that fails is no error
template <class T> int probe(...);
template <class T> void launch(T *p) {
    k<<<1, 1>>>(p);
    probe<T>(0);
    no_such_function(p);
}
void host(int *p) { launch(p); }
