// A jump backwards past a variable destroys it [stmt.jump]/2: in the label's own scope, and out of inner scopes; not what was
// declared before the label.
// EACH: -O0, -O3
// RUN: cuprum run %s %E --block=1 --print=0 buf:i32:3:zero
// CHECK: arg 0: 3123 7654 12282
__device__ int log_;
struct D {
    int n;
    __device__ D(int n) : n(n) {}
    __device__ ~D() { log_ = log_ * 10 + n; }
};
__device__ int same_scope(int times) {
    log_ = 0;
    {
        D first(3);
        int i = 0;
    again:
        D d(++i);
        if (i < times) goto again;
    }
    return log_;
}
__global__ void k(int *p) {
    int a = same_scope(3); // 1 2 3, then first
    p[0] = (a % 10) * 1000 + a / 10;
    log_ = 0;
    int i = 0;
outer:
    D x(4);
    if (i++ == 0) {
        D y(5);
        for (;;) {
            D z(6);
            while (true) {
                D w(7);
                goto outer;
            }
        }
    }
    p[1] = log_;
    log_ = 0;
    int n = 0;
back:
    if (n == 0) {
        D t(1);
        n++;
        goto back;
    }
    {
        D u(2);
        if (n++ < 3) goto back;
        D v(8);
        goto done;
    }
done:
    p[2] = log_;
}
