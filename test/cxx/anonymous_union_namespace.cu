// [class.union.anon]: a namespace's anonymous union is a static variable whose members are names of the namespace, with those of
// anonymous ones inside; what a constructor or a default member initialiser gives reaches a member at any depth.
// RUN[A]: cuprum %s --syntax-only --check-all --default-device -std=c++17
// RUN[C]: cuprum %s -DCODE --default-device -o -
// RUN[B]: cuprum %s --syntax-only --check-all -std=c++17 -DBAD
#ifdef BAD
union { int loose; }; // ERROR[B]: anonymous union at global or namespace scope must be declared static
static union { int count; union { float ratio; }; };
float ratio; // ERROR[B]: "ratio" has already been declared
__device__ int marked() {
    return count; // ERROR[B]: identifier "count" is undefined in device code
}
int host() {
    return count + ::loose;
}
#else
static union {
    int whole = 7;
    struct { short low, high; };
};
namespace N {
static union { union { int inner = 9; }; float other; };
}
namespace {
union { int quiet; };
}
struct Deep {
    union { union { union { unsigned char a; int b; }; }; };
    constexpr Deep() : b(42) {}
};
union Given { union { int c = 5; }; };
constexpr int given() {
    Given g;
    return g.c;
}
static_assert(Deep().b == 42 && given() == 5, "");
int *address() {
    return &whole;
}
#ifdef CODE
// C-DAG: {7}
// C-DAG: {9}
// C: .entry sum
extern "C" __global__ void sum(int *p) {
    whole += 1;
    p[0] = ::whole + high + N::inner;
    quiet = 1;
}
#endif
#endif
