// RUN: cuprum -arch=sm_90 --host-errors %s -o - 2>&1
// What host code of one outermost namespace can mean by a name that leads to a kernel elsewhere.
// All these kernels are in nvcc's PTX. No remark: `old::copy` calls nothing of `fast`, so its
// instance, which is not understood, is not looked at.
//
// CHECK-NOT: remark
// CHECK-DAG: .entry _Z1kI4HereEvT_
// CHECK-DAG: .entry _Z1kI5OtherEvT_
// CHECK-DAG: .entry _Z1kI4LateEvT_
// CHECK-DAG: .entry _Z1kI6LambdaEvT_
// CHECK-DAG: .entry _Z1kI5AliasEvT_
// CHECK-DAG: .entry _Z1kI5UsingEvT_
// CHECK-DAG: .entry _Z1kI4BaseEvT_
// CHECK-DAG: .entry _Z1kI7SpecialEvT_
// CHECK-DAG: .entry _Z1kI6ValuesEvT_
// CHECK-DAG: .entry _Z1kI6FriendEvT_
// CHECK-DAG: .entry _Z1kI4EnumEvT_
// CHECK-DAG: .entry _Z1kI6MemberEvT_
// CHECK-DAG: .entry _Z1kI8DefaultsEvT_
// CHECK-DAG: .entry _Z1kI7VirtualEvT_
template <class T> __global__ void k(T) {}

// an older library: it has a function of the same name, and templates that find others by their
// arguments
namespace old {
template <class T> void inner_copy(T) {}
template <class T> void copy(T *p) {
here: // not understood
    void *at = &&here;
    (void)at;
    inner_copy(*p);
}
template <class T> void each(T t) {
    launch(t);
}
template <class T> void twice(T t) {
    each(t), each(t);
}
template <class T> void by_member(T t) {
    t.run();
}
template <class T> struct Runner;
template <class T> void forward(T) {
    Runner<T>::run();
}
template <void F()> void by_value() {
    F();
}
template <class T> struct Trait {
    static void run() {}
};
template <class T> void by_trait(T) {
    Trait<T>::run();
}
inline void plain(int *p) {
    copy(p);
}
} // namespace old

struct Here {};
void launch(Here h) {
    k<<<1, 1>>>(h);
}

namespace fast {
struct Other {};
template <class T> void inner_copy(T) {
    k<<<1, 1>>>(T());
}
template <class T> void copy(T *) {
    inner_copy(T());
}
template <class T> void start(T t) {
    k<<<1, 1>>>(t);
}
template <class T> struct Base {
    void go() { start(T()); }
};
} // namespace fast
struct Other {};
void use(int *p, Other *o) {
    old::plain(p);
    fast::copy(o);
}

// by the argument, in a template in front of the launch
struct Late {};
template <class T> void launch(T t) {
    k<<<1, 1>>>(t);
}
void use_late() {
    old::twice(Late());
}

// what a function with `auto` gives
struct Lambda {};
auto make() {
    return [](auto t) { k<<<1, 1>>>(t); };
}
void use_lambda() {
    make()(Lambda());
}

// by another name of the library, from a third one
struct Alias {};
struct Using {};
namespace shorter = fast;
namespace third {
template <class T> void f(T t) {
    shorter::start(t);
}
} // namespace third
void use_alias() {
    third::f(Alias());
}
using fast::start;
namespace fourth {
template <class T> void f(T t) {
    start(t);
}
} // namespace fourth
void use_using() {
    fourth::f(Using());
}

// by a base class that a library between the two has
struct Base {};
namespace between {
template <class T> struct Derived : fast::Base<T> {};
} // namespace between
namespace fifth {
template <class T> void f(T) {
    between::Derived<T>().go();
}
} // namespace fifth
void use_base() {
    fifth::f(Base());
}

// a specialization for a type of one's own
struct Special {};
namespace old {
template <> struct Trait<Special> {
    template <class T> static void of(T t) { fast::start(t); }
    static void run() { of(Special()); }
};
} // namespace old
void use_special() {
    old::by_trait(Special());
}

// a function as a template's argument
struct Values {};
template <class T> void value() {
    k<<<1, 1>>>(T());
}
void use_value() {
    old::by_value<value<Values>>();
}

// a friend, an enumeration, a member
struct Friend {
    template <class T> struct In {
        friend void launch(In) { k<<<1, 1>>>(T()); }
    };
};
void use_friend() {
    old::each(Friend::In<Friend>());
}
enum Enum { ZERO };
void use_enum() {
    old::twice(ZERO);
}
struct Member {
    template <class T> void start(T t) { k<<<1, 1>>>(t); }
    void run() { start(*this); }
};
void use_member() {
    old::by_member(Member());
}

// a default argument, a virtual function of a class template
struct Defaults {};
template <class T> int number() {
    k<<<1, 1>>>(T());
    return 0;
}
void by_default(int = number<Defaults>()) {}
void use_default() {
    by_default();
}
struct Virtual {};
namespace old {
struct Interface {
    virtual void act() = 0;
};
template <class T> void poly(T *t) {
    Interface *i = t;
    i->act();
}
} // namespace old
template <class T> struct Actor : old::Interface {
    void act() override { k<<<1, 1>>>(T()); }
};
void use_virtual() {
    Actor<Virtual> a;
    old::poly(&a);
}
