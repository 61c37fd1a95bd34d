// A declaration that defines a member and declares other names: each is found, whichever comes first.
// RUN: cuprum %s -o - | grep -E 'visible|entry'
struct Q {
    static int s, t;
};
int first, Q::s, Q::t, last;
namespace n {
struct R {
    static int s;
};
int R::s = 1, object = 2;
template <int *P> __global__ void k() {}
template __global__ void k<&object>();
template __global__ void k<&first>();
template __global__ void k<&last>();
template __global__ void k<&Q::t>();
}
// CHECK: _ZN1n1kIXadL_ZNS_6objectEEEEEvv
// CHECK: _ZN1n1kIXadL_Z5firstEEEEvv
// CHECK: _ZN1n1kIXadL_Z4lastEEEEvv
// CHECK: _ZN1n1kIXadL_ZN1Q1tEEEEEvv
