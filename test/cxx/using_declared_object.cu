// [over.match.funcs.general]/4: functions that a using-declaration brings count as members of the derived class, for the
// qualifiers of the object too.
// RUN[A]: cuprum %s --syntax-only --check-all --default-device -std=c++17
// RUN[B]: cuprum %s --syntax-only --check-all --default-device -std=c++17 -DBAD
struct A {
    char get() { return 0; }
    int get2() const { return 0; }
    void only();
};
struct B : private A {
    using A::get;
    int get() const { return 0; }
    using A::get2;
    char get2() { return 0; }
    using A::only;
    void only(int) const;
};
static_assert(sizeof(static_cast<B *>(nullptr)->get()) == 1 && sizeof(static_cast<const B *>(nullptr)->get()) == 4, "");
static_assert(sizeof(static_cast<B *>(nullptr)->get2()) == 1 && sizeof(static_cast<const B *>(nullptr)->get2()) == 4, "");
#ifdef BAD
void bad(const B &b) {
    b.only(); // ERROR[B]: no instance of overloaded function "only" matches
}
#endif
