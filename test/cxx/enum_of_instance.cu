// An elaborated-type-specifier may name an enumeration that is a member of a class template.
// RUN: cuprum --syntax-only --check-all %s
template <class T> struct S {
    enum Plain : int { FIRST };
    enum class Scoped : T;
};
template <class T> enum class S<T>::Scoped : T { second = 2 };
enum S<int>::Plain plain = S<int>::FIRST;
enum S<long>::Scoped scoped = S<long>::Scoped::second;
static_assert(sizeof(enum S<long>::Scoped) == sizeof(long), "");
enum S<int>::Missing missing; // ERROR: Missing
