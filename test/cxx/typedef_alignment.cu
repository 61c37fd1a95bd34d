// The alignment that a typedef or an enumeration asks for counts for variables, members and
// alignof, also below the type's own; a template argument does not keep it.
// RUN: cuprum --syntax-only --check-all %s
// RUN[PTX]: cuprum %s -O1 -o -
typedef int Wide __attribute__((aligned(16)));
typedef Wide Again;
using Other __attribute__((aligned(32))) = int;
typedef double Loose __attribute__((aligned(4)));
typedef char Four[4] alignas(8);

struct Padded {
    char c;
    Wide w;
};
struct Close {
    char c;
    Loose d;
};
struct Tail {
    char c;
    const Other o[1];
};
static_assert(sizeof(Padded) == 32 && alignof(Padded) == 16, "");
static_assert(sizeof(Close) == 12 && alignof(Close) == 4, "");
static_assert(sizeof(Tail) == 64, "");
static_assert(alignof(Again) == 16 && alignof(const Again) == 16 && alignof(Other) == 32, "");
static_assert(alignof(Four) == 8 && alignof(Loose) == 4, "");
static_assert(alignof(Wide *) == 8 && sizeof(Wide) == 4, "");

template <class T> struct Holder {
    char c;
    T t;
};
static_assert(sizeof(Holder<Wide>) == 8, "");

template <int N, class T> struct Member {
    typedef T Aligned alignas(N);
    enum alignas(N) E : T {};
    Aligned a;
};
static_assert(alignof(Member<32, char>::Aligned) == 32 && sizeof(Member<32, char>) == 32, "");
static_assert(alignof(Member<64, char>::E) == 64 && sizeof(Member<64, char>::E) == 1, "");

void block() {
    typedef char Local __attribute__((aligned(64)));
    static_assert(alignof(Local) == 64, "");
    Local v = 0;
    static_assert(__alignof__(v) == 64, "");
}

// PTX: .entry _Z4copy
// PTX-NOT: {{ld.global.f64|ld.global.b64}}
// PTX: ret
__global__ void copy(const Close *from, Close *to) {
    to->d = from->d;
}
