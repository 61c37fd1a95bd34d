// RUN: cuprum --syntax-only %s
// Operators, conversions, calls, statements on fundamental types and plain structures.
#define __device__ __attribute__((device))
__device__ int add(int a, int b) { return a + b; }
__device__ float f(float *p, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) {
        s += p[i] * 2.0f;
        if (s > 100) break;
        else continue;
    }
    int a[3] = {1, 2, 3};
    int k = a[1] ? add(a[0], 2) : -1;
    switch (k) {
    case 1: return 1;
    case 2 ... 5: k++; break;
    default: k--;
    }
    do { k--; } while (k > 0);
    while (k < 10) ++k;
    const char *q = "hello" " world";
    s = (float)k + sizeof(int) + q[0];
    goto end;
end:
    return s;
}
struct P { int x, y; };
__device__ P mk(int x) { P p = {x, 2}; p.y += x; return p; }
__device__ int g() { P p = mk(3); P *q = &p; return q->x + (*q).y; }
enum class E { a, b, c };
enum U { ua, ub = 5 };
__device__ int over(int);
__device__ float over(float);
__device__ const char *over(const char *);
struct B { virtual __device__ int f() { return 1; } int b; virtual __device__ ~B() {} };
struct D : B { __device__ int f() override { return 2; } int d; };
__device__ void test(int r) {
    int i1 = over(1); float f1 = over(1.5f); auto s1 = over("x");
    static_assert(__is_same(decltype(s1), const char *), "");
    D d; B &rb = d; B *pb = &d; rb.f(); pb->f(); D *pd = static_cast<D *>(pb); pd->B::f();
    int *p = new int(5); delete p; int *pa = new int[10]; delete[] pa;
    E e = E::a; U u = ub; int iu = u + 1;
    switch (e) { case E::a: break; case E::b: break; default:; }
    int B::*mp = &B::b; d.*mp = 3; int (B::*mf)() = &B::f; (d.*mf)(); (pd->*mf)();
    constexpr int N = 4; int arrN[N]; static_assert(N == 4, "x"); static_assert(sizeof(arrN) == 16, "");
    int q = 0;
    if constexpr (N > 3) { q = 1; } else { undefined_thing(); }
    if (int z = q; z > 1) q = z; else q = -z;
    if (int y = q) q = y;
    unsigned long sz = sizeof(D), al = alignof(double);
    asm volatile("mov.u32 %0, %1;" : "=r"(q) : "r"(r) : "memory");
    asm("add.s32 %[o], %1, 3;" : [o] "=r"(q) : "r"(r));
    asm volatile("bar.sync 0;");
    asm volatile("bar.sync %0;" ::"r"(r));
    int cc = q > 1 ? 2 : 3; long lg = q; lg <<= 2; lg |= 1; q %= 3; float fq = q; fq /= 2;
    bool bq = !q && fq || lg;
    const char *nm = __func__; int st = ({ int t = 5; t + 1; });
    static_assert(__is_same(decltype(1 + 1.0f), float), "");
    static_assert(__is_same(decltype('a' + 'b'), int), "");
    static_assert(__is_same(decltype(1u + 1), unsigned), "");
    static_assert(__is_same(decltype(1ull + 1), unsigned long long), "");
    static_assert(__is_same(decltype(true ? 1 : 2.0), double), "");
    static_assert(__is_same(decltype((q)), int &), "");
    static_assert(__is_same(decltype(&q - &cc), long), "");
    static_assert(__is_same(decltype(true ? &q : nullptr), int *), "");
    static_assert(__is_same(decltype(true ? (const int *)0 : &q), const int *), "");
    static_assert(0x1p3 == 8.0 && 1'000 == 1000 && 0b101 == 5 && 'a' == 97, "");
#pragma unroll
    for (int i = 0; i < N; i++) q += i;
#pragma unroll N
    for (int i = 0; i < N; i++) q += i;
#pragma unroll 1
    for (int i = 0; i < N; i++) q += i;
}
