// RUN: cuprum %s -o -
// Declarators in parentheses after a type's name are indexed under the declared name, whatever the
// type's name is (csmith's headers are written so).
// CHECK: .visible .entry _Z1kPi(
typedef short S;
static __device__ S
(first)(S a, S b) {
    return a - b;
}
static __device__ S
(second)(S a) {
    return a * 2;
}
static __device__ S(third)(S a) {
    return a + 3;
}
__device__ S (array)[2];
__device__ S (var) = 3, (other);
__device__ S (plain);
struct C {
    S (member);
    S (pair)[2];
    __device__ S (method)(S a) { return a + member + pair[1]; }
    __device__ C(S);
};
__device__ C::C(S a) : member(a), pair{a, a} {}
__global__ void k(int *p) {
    *p = third(1) + second(2) + first(3, 4) + array[1] + var + other + plain + C(3).method(1);
}
