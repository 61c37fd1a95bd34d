// A pack in the object of a member's access, whose type does not depend on the template: it is still expanded and still depends.
// RUN: cuprum run %s --print=0:6 buf:i32:6:zero
// CHECK: arg 0: 33 3 6 330 12 2
struct Base {
    int in_base;
};
struct Item : Base {
    int x;
    union {
        int a;
    };
    struct {
        int deep;
    } inner;
};
__device__ constexpr Item table[3] = {{{1}, 10, {100}, {1}}, {{2}, 11, {110}, {1}}, {{3}, 12, {120}, {1}}};
template <int... I> __device__ int sum() { return (table[I].x + ...); }
template <int... I> __device__ int deep() { return (table[I].inner.deep + ...); }
template <int... I> __device__ int base() { return (table[I].in_base + ...); }
template <int... I> __device__ int unnamed() { return (table[I].a + ...); }
template <int N> struct Sized {
    int at[table[N].x];
};
template <int N> __device__ int size() { return sizeof(Sized<N>) / sizeof(int); }
template <int... I> __device__ int list() {
    int values[] = {table[I].in_base...};
    return values[1];
}
__global__ void k(int *o) {
    o[0] = sum<0, 1, 2>();
    o[1] = deep<0, 1, 2>();
    o[2] = base<0, 1, 2>();
    o[3] = unnamed<0, 1, 2>();
    o[4] = size<2>();
    o[5] = list<0, 1, 2>();
}
