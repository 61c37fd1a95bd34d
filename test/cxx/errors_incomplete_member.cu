// Const objects of classes that have a member of an undefined class (whether default-initialisation gives
// them a value was asked of it, which crashed).
// RUN: cuprum --syntax-only --check-all %s
struct P;
struct G {
    P m[2]; // ERROR: incomplete type "P" is not allowed
};
template <int N> struct H {
    P m[N]; // ERROR: incomplete type "P" is not allowed
};
struct D : H<2> {};
const G g;
const H<3> h;
const D d;
__device__ int f() {
    const G l;
    const H<1> m;
    return sizeof l + sizeof m;
}
