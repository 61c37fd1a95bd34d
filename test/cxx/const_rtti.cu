// typeid and dynamic_cast in constant expressions; what of them can throw; a local variable thrown
// from its own try block is moved.
// REQUIRES: <typeinfo>
// RUN: cuprum --syntax-only --check-all -std=c++20 %s
#include <typeinfo>
struct A {
    virtual void a();
};
struct Left : A {};
struct Right : A {};
struct Both : Left, Right {
    int i = 7;
};
struct Hidden : private A {};
struct Plain {};
constexpr Both both;
constexpr const A *left = static_cast<const Left *>(&both);
static_assert(dynamic_cast<const Both *>(left) == &both);
static_assert(dynamic_cast<const Right *>(left) == static_cast<const Right *>(&both));
static_assert(dynamic_cast<const Hidden *>(left) == nullptr);
static_assert(dynamic_cast<const void *>(left) == &both);
static_assert(dynamic_cast<const Both &>(*left).i == 7);
constexpr Hidden hidden;
static_assert(dynamic_cast<const Hidden *>((const A *)&hidden) == nullptr);
constexpr const Hidden &refused = dynamic_cast<const Hidden &>(*left); // ERROR: must have a constant value

static_assert(&typeid(*left) == &typeid(Both) && &typeid(*left) != &typeid(A));
static_assert(&typeid(const int &) == &typeid(int) && &typeid(int) != &typeid(long));
constexpr bool unevaluated() {
    bool touched = false;
    (void)typeid((touched = true, Plain()));
    return !touched;
}
static_assert(unevaluated());
template <class T> constexpr bool same(const T &t) {
    return &typeid(t) == &typeid(T);
}
static_assert(same(1) && same(Plain()) && !same<Left>(both));

struct Maker {
    const std::type_info *seen;
    constexpr Maker(const A &a) : seen(&typeid(a)) {}
};
struct Late : A {
    Maker m{*this}; // under construction: of its own class, not of what derives from it
};
struct Later : Late {};
static_assert(Later().m.seen == &typeid(Late));

void throws(const A *p, const A &r) {
    static_assert(noexcept(dynamic_cast<const Both *>(p)) && noexcept(typeid(int)), "");
    static_assert(!noexcept(dynamic_cast<const Both &>(r)) && !noexcept(typeid(*p)), "");
}

struct Movable {
    Movable();
    Movable(Movable &&);
};
struct Copied {
    Copied();
    Copied(const Copied &);
    Copied(Copied &&) = delete;
};
void thrower(Movable &&r) {
    Copied outer;

    try {
        Movable m;
        try {
        } catch (...) {
            throw m;
        }
        throw outer;
    } catch (...) {
    }
    throw r;
}
void outlives() {
    Movable m;
    try {
        throw m; // ERROR: cannot be referenced -- it is a deleted function
    } catch (...) {
    }
    throw m;
}
