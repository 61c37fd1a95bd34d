// Access to inherited members [class.access.base]/5 and [class.protected], and other things that must not be said.
// RUN: cuprum %s --syntax-only --check-all -std=c++20
struct Base {
    int pub;
    static int s;
    void f();
    struct Nested {};

  protected:
    int prot;
    void pf();
};
struct Priv : private Base {
    using Base::f;
    friend int friendly(Priv &);
};
struct Der : Priv {
    int get() {
        return pub; // ERROR: "Base::pub" is inaccessible
    }
};
int outside(Priv &p) {
    p.f();
    p.pub = 1;          // ERROR: "Base::pub" is inaccessible
    return Priv::s;     // ERROR: "Base::s" is inaccessible
}
int friendly(Priv &p) {
    return p.pub + Priv::s + p.prot;
}
struct Good : Base {
    int mine(Good &g) {
        return g.prot + prot + this->prot + [this] { return Base::prot; }();
    }
    int other(Base &b) {
        b.pf();        // ERROR: "void Base::pf()" is inaccessible
        return b.prot; // ERROR: "Base::prot" is inaccessible
    }
    auto pointer() {
        return &Good::pf;
    }
    auto wrong() {
        return &Base::pf; // ERROR: "void Base::pf()" is inaccessible
    }
};
template <class T> struct Box {};
template <class T> Box<typename T::type> make();
class Secret {
    using type = int;
    template <class T> friend Box<typename T::type> make();
};
void use() {
    (void)sizeof(make<Secret>());
}
enum E {};
using E::~E; // ERROR: a using-declaration cannot name a destructor
struct Cls {
    void m();
};
void more(const Cls &c, void (Cls::*m)(), int i) {
    (c.*m)();     // ERROR: an object of type "const Cls" cannot be used with a pointer to member of type "void (Cls::*)()"
    using Arr = int[2];
    Arr();      // ERROR: a functional cast cannot make an object of type "int [2]"
    using Ref = int &;
    new Ref(i); // ERROR: "new" cannot make an object of type "int &"
}
typedef double D;
typedef int I;
void pseudo(int i) {
    i.D::~I(); // ERROR: type
}
