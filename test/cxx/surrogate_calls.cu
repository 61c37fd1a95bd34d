// Calls of objects through conversions to pointers and references to functions: by overload
// resolution among them; of conversions to member pointers the one from the nearer base wins.
// RUN: cuprum --syntax-only --check-all %s
using OfInt = int(int);
using OfPointer = long(const char *);
struct Refs {
    operator OfInt &() const;
    operator OfPointer &() const;
};
struct Mixed {
    operator OfInt *();
    explicit operator OfPointer *();
};
struct Twins {
    operator OfInt *();
    operator OfInt &();
};
Refs refs;
static_assert(sizeof(refs(1)) == sizeof(int) && sizeof(refs("s")) == sizeof(long), "");
static_assert(sizeof(Mixed()(1)) == sizeof(int), "");
int bad = Mixed()("s"); // ERROR: argument of type "const char [2]" is incompatible
int both = Twins()(1); // ERROR: has no operator(): its objects cannot be called

struct A {};
struct B : A {};
struct C : B {};
using OfA = void (A::*)();
using OfB = void (B::*)();
struct Members {
    operator OfA();
    operator OfB();
};
void take(void (C::*)());
void use(Members m) {
    take(m);
}

void f();
void (&function)() = (0, f);
extern "C" [[noreturn]] void stops();
struct Tag {
    int i;
    operator struct Other *();
};
struct Other {};
auto *made = new struct Tag;
