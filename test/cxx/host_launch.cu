// RUN: cuprum --emit=ast %s
// Kernels that host code launches or names are instantiated, through layers of host templates;
// errors in host code are silent.
// CHECK-DAG: kernel FUNC void k1<int, 128>(int *) _Z2k1IiLi128EEvPT_
// CHECK-DAG: kernel FUNC void k2<float>(float *) _Z2k2IfEvPT_
// CHECK-DAG: kernel FUNC void k3<short>(short *) _Z2k3IsEvPT_
// CHECK-DAG: kernel FUNC void k4<char>(char *) _Z2k4IcEvPT_
// CHECK-DAG: kernel FUNC void k5<3>() _Z2k5ILi3EEvv
template <class T, int N> __global__ void k1(T *p) { p[0] = N; }
template <class T> __global__ void k2(T *p) { p[0] = 1; }
template <class T> __global__ void k3(T *p) { p[0] = 2; }
template <class T> __global__ void k4(T *p) { p[0] = 3; }
template <int N> __global__ void k5() {}
template <class T> __global__ void never(T *p) { p[0] = 4; }
template <class T> void layer1(T *p) { k1<T, 128><<<1, 32>>>(p); }
template <class T> void layer2(T *p) { layer1(p); undefined_here(p); }
struct Runner {
    float *p;
    void run() { k2<float><<<dim3(1), dim3(32)>>>(p); }
    static void name() { auto f = &k3<short>; use(f); }
    template <class T> static void go(T *p) { k4<<<1, 1>>>(p); }
};
void (*table[])() = {k5<3>};
int main() {
    int *p = 0;
    layer2(p);
    Runner r;
    r.run();
    Runner::go((char *)0);
    return no_such_name;
}
