// Constants that a template needs whatever its arguments are [temp.res.general]/6, exception specifications [except.spec]/1,
// bounds of new [expr.new]/8, pointers to members that are references [dcl.mptr]/3, names of constructors [class.qual]/2,
// names of parameters that a structured binding declares again [basic.scope.block]/2.
// RUN: cuprum %s --syntax-only --check-all
int variable;
const int constant = 1;
template <class T> bool use(T t, int i) {
    static_assert(constant + sizeof(i));
    static_assert(sizeof(t) > 0);
    static_assert(i); // ERROR: the condition of a static assertion that does not depend on template parameters must be constant
    return true;
}
template <class T> T throws() noexcept(variable); // ERROR: the operand of an exception specification must be a constant
void plain() noexcept(constant);
void wrong() noexcept(variable); // ERROR: the operand of an exception specification must be a constant
char *negative() { return new char[-1]; } // ERROR: the size of an array must not be negative
char *computed(int n) { return new char[n]; }
struct Class {
    Class(int);
    int &reference;
    int value;
};
int Class::*p1 = &Class::value;
auto p2 = &Class::reference; // ERROR: a pointer to member cannot be of type "int &"
void constructs() {
    Class::Class(1); // ERROR: "Class::Class" names a constructor, not a type
    (void)Class(1);
}
struct Pair {
    int i;
};
void redeclared(int j) {
    auto [j] = Pair{1}; // ERROR: "j" has already been declared in the current scope
}
