// The builtin functions of std::is_corresponding_member and its like, given something else.
// RUN: cuprum --syntax-only --check-all -std=c++20 %s
struct A {
    int i;
};
bool a = __builtin_is_corresponding_member(&A::i, 1); // ERROR: a pointer to a member is needed here, not "int"
bool b = __builtin_is_pointer_interconvertible_with_class(&A::i, &A::i); // ERROR: too many arguments
