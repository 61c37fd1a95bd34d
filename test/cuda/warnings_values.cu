// SPDX-License-Identifier: Apache-2.0
// RUN[W]: cuprum --syntax-only -std=c++17 %s
// RUN[SUP]: cuprum --syntax-only -std=c++17 --diag-suppress=174,549 %s
// SUP-NOT: warning
// Expressions without effect (#174) and variables read before they can be set (#549), where nvcc 13.0 says so.
#define DROP(x) ((void)(x))
#define VALUE(x) (x)
struct S {
    int a, b;
};
struct Made {
    int a;
    __device__ Made() {}
    __device__ bool operator==(Made) const { return true; }
};
struct Empty {};
struct Around {
    Empty e;
};
__device__ int use(int x) { return x; }
__device__ int take(Empty) { return 1; }
__device__ int take(Around) { return 1; }
__device__ int take(S) { return 1; }
__device__ void set(int &x) { x = 1; }
__device__ void set_at(int *x) { *x = 1; }

__device__ void effects(int a, int *p, volatile int *v, S s, Made m) {
    a; // WARNING[W]: expression has no effect
    a == 3; // WARNING[W]: expression has no effect
    p[1]; // WARNING[W]: expression has no effect
    s.a; // WARNING[W]: expression has no effect
    3; // WARNING[W]: expression has no effect
    (int)a; // WARNING[W]: expression has no effect
    sizeof(a); // WARNING[W]: expression has no effect
    threadIdx.x; // WARNING[W]: expression has no effect
    a ? 1 : 2; // WARNING[W]: expression has no effect
    use; // WARNING[W]: expression has no effect
    VALUE(p[0] == 1); // WARNING[W]: expression has no effect
    a = (p[1], 3); // WARNING[W]: expression has no effect
    if (a == 1, a == 2) a = 3; // WARNING[W]: expression has no effect
    for (a; a < 3; a == 2) use(a++); // WARNING[W]: expression has no effect
    // WARNING[W]@-1: expression has no effect
    p[1] // WARNING[W]: expression has no effect
        == 3;
    DROP(p[0]);
    *p++;
    *v;
    use(1) + 2;
    use(1), 2;
    a && use(1);
    a ? use(1) : use(2);
    m == m;
    S{1, 2};
    [] { return 1; };
    a = ({ p[0]; });
    for (a = 1; a < 3; a++, p) {}
}
template <class T> __device__ void instance(T a, T b) {
    a == b; // WARNING[W]: expression has no effect
    T x;
    use(x == a); // WARNING[W]: variable "x" is used before its value is set
}
template <class T> __device__ void quiet(T a, T b) { a == b; }
template <class T> __device__ void never(T a) { a == 1; }

__global__ void reads(int *p, int c) {
    instance(1, 2);
    quiet(Made(), Made());
    int plain;
    use(plain); // WARNING[W]: variable "plain" is used before its value is set
    use(plain);
    int itself = itself + 1; // WARNING[W]: variable "itself" is used before its value is set
    int counted;
    counted++; // WARNING[W]: variable "counted" is used before its value is set
    int added;
    added = added + 1; // WARNING[W]: variable "added" is used before its value is set
    int array[3];
    use(array[0]); // WARNING[W]: variable "array" is used before its value is set
    float4 vector;
    vector.x = vector.y; // WARNING[W]: variable "vector" is used before its value is set
    int *pointer;
    *pointer = 1; // WARNING[W]: variable "pointer" is used before its value is set
    S whole;
    take(whole); // WARNING[W]: variable "whole" is used before its value is set
    Around around;
    take(around); // WARNING[W]: variable "around" is used before its value is set
    int captured;
    auto l = [=] { return use(captured); }; // WARNING[W]: variable "captured" is used before its value is set
    l();
    int from_asm, to_asm;
    asm("" : "=r"(from_asm) : "r"(to_asm)); // WARNING[W]: variable "to_asm" is used before its value is set
    for (int i; i < c; i++) {} // WARNING[W]: variable "i" is used before its value is set
    for (int i = 0; i < c; i++) {
        int inside;
        use(inside); // WARNING[W]: variable "inside" is used before its value is set
    }
    int condition;
    while (condition) condition = 0; // WARNING[W]: variable "condition" is used before its value is set

    // not known to be a mistake
    int sometimes, in_loop, before_label, by_reference, by_pointer, part[2], in_other, mine;
    if (c) sometimes = 1;
    use(sometimes);
    for (int i = 0; i < c; i++) {
        use(in_loop);
        in_loop = 1;
    }
    goto first;
second:
    use(before_label);
    return;
first:
    before_label = 2;
    set(by_reference);
    set_at(&by_pointer);
    use(by_reference + by_pointer + from_asm);
    part[0] = 1;
    use(part[1]);
    if (c)
        in_other = 1;
    else
        use(in_other);
    auto by = [&] { mine = 1; };
    by();
    use(mine);
    Made made;
    use(made.a);
    Empty empty;
    take(empty);
    volatile int reg;
    use(reg);
    __shared__ int shared;
    use(shared);
    int size, dropped;
    use(sizeof size);
    DROP(dropped);
    goto second;
}
// A fold over nothing: a comma's is void(), the others are values.
template <class... Ts> __device__ void folds(Ts... values) {
    (..., (void)(values += 1));
    (use(values), ...);
    (values && ...); // WARNING[W]: expression has no effect
}
__global__ void fold_nothing() {
    folds();
    folds(1, true);
}
