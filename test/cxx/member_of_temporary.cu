// A temporary of which only a member is read lives to the end of its full-expression, and is destroyed there: directly, through a
// base, an anonymous union, a member's member; inside of conditions and arguments, too.
// EACH: -O0, -O3
// RUN: cuprum run %s %E --print=0:8 buf:i32:8:zero
// CHECK: arg 0: 7 7 7 7 7 1 5 0
__device__ int destroyed;
struct Base {
    int in_base;
};
struct Temp : Base {
    union {
        int left;
        float right;
    };
    struct Inner {
        int deep;
    } inner;
    int field;
    __device__ explicit Temp(int v) : Base{v}, left(v), inner{v}, field(v) {}
    __device__ ~Temp() { destroyed++; }
};
__device__ int note(int value, int seen) { return seen ? -1 : value; }
__global__ void k(int *o) {
    int was = destroyed;
    o[0] = note(Temp(7).field, destroyed - was);
    was = destroyed;
    o[1] = note(Temp(7).in_base, destroyed - was);
    was = destroyed;
    o[2] = note(Temp(7).left, destroyed - was);
    was = destroyed;
    o[3] = note(Temp(7).inner.deep, destroyed - was);
    int i = Temp(7).field;
    o[4] = i;
    o[5] = Temp(1).field ? 1 : 2;
    o[6] = destroyed - 1;
    destroyed = 0;
}
