// A constructor with many initialisers, in another order than the members: each finds its base, member or union; the second one
// for a member is still a mistake.
// EACH: -O0, -O3
// RUN: cuprum run %s %E -w --print=0:6 buf:i32:6:zero
// RUN[WRONG]: cuprum %s --syntax-only -w -DWRONG
// EXIT[WRONG]: 1
// CHECK: arg 0: 1 100 109 117 7 8
// WRONG: error: {{.*}}a9
// WRONG: 1 error detected
struct Base {
    int x;
    __device__ Base(int v) : x(v) {}
};
struct Many : Base {
    int a0; int a1; int a2; int a3; int a4; int a5; int a6; int a7; int a8; int a9; int a10; int a11; int a12; int a13; int a14; int a15; int a16; int a17;
    union {
        int left;
        float right;
    };
    union Named {
        int in;
        float out;
    } named;
    __device__ Many()
        : named{8}, left(7), a17(117), a16(116), a15(115), a14(114), a13(113), a12(112), a11(111), a10(110), a9(109), a8(108), a7(107), a6(106), a5(105), a4(104), a3(103), a2(102), a1(101), a0(100),
          Base(1)
#ifdef WRONG
          ,
          a9(5)
#endif
    {
    }
};
__global__ void k(int *out) {
    Many m;
    int seen[] = {m.x, m.a0, m.a9, m.a17, m.left, m.named.in};
    for (int i = 0; i < 6; i++) out[i] = seen[i];
}
