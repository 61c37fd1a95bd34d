// A set of overloaded functions as argument, of which some results are deduced; one function of the
// C language that several namespaces declare; a base class's template behind a dependent name;
// members of a union compared; a qualified member in a generic lambda.
// RUN: cuprum --syntax-only --check-all -std=c++17 %s
template <class T> constexpr int kind(T (*)(int)) {
    return sizeof(T);
}
template <class> auto make(int) {
    return 'c';
}
template <class> auto make(char *) {
    return 1.0;
}
struct Static {
    static auto value(int) {
        return short();
    }
};
static_assert(kind(make<int>) == 1 && kind(Static::value) == 2, "");

extern "C" int shared_name();
namespace inner {
extern "C" int shared_name();
}
using namespace inner;
int called = shared_name();

template <class T> struct ByTemplate : T::Part<int>::template Whole<char>, T::Part<int>::Nested {};
template <class T> struct ByName : T::Part<T>::Whole<int> {};
struct Parts {
    template <class> struct Part {
        template <class U> struct Whole {
            U u;
        };
        struct Nested {
            int n;
        };
    };
};
static_assert(sizeof(ByTemplate<Parts>) == 8 && sizeof(ByName<Parts>) == 4, "");

union Either {
    int i, j;
};
struct Both {
    int i, j;
};
static_assert(&Either::i == &Either::j && &Both::i != &Both::j, "");

struct Zero {
    constexpr operator int() const {
        return 0;
    }
};
struct Caller {
    int data;
    template <int> int member() {
        return data;
    }
    void calls() {
        auto call = [&](auto i) { return Caller::member<i>(); };
        call(Zero());
        auto names = [&](auto) { return &Caller::data; };
        static_assert(sizeof call == sizeof(this) && sizeof names == 1, "");
    }
};
struct Array {
    struct {
        float f;
    } part[2];
};
static_assert(__builtin_offsetof(Array, part->f) == 0, "");
namespace other {
template <class T> int data(T);
}
struct Apart {
    int data;
    void calls() {
        auto none = [&](auto i) { return other::data(i); };
        static_assert(sizeof none == 1, "");
    }
};
