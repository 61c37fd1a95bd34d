// Access declarations, which C++ had before using-declarations: `Base::member;`.
// RUN: cuprum --syntax-only --check-all %s
struct Base {
    int i;
    void f();
    template <class T> T t();
};
class Derived : private Base {
  public:
    Base::i;
    Base::f;
};
template <class T> struct Dependent : T {
    T::i;
    int get() {
        return i;
    }
};
struct Other {
    int i;
};
struct Bad : Base {
    Other::i; // ERROR: a class member using-declaration must name a base class member
};
int use(Derived d) {
    d.f();
    d.t<int>(); // ERROR: is inaccessible
    return d.i + Dependent<Base>().get();
}
