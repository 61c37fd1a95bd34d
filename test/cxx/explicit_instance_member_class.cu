// Explicit instantiations of member classes of templates; attributes behind a type in a block.
// RUN: cuprum --syntax-only --check-all %s
namespace n {
template <class T> struct X {
    struct Member {
        void f() {
            typename T::missing m; // ERROR: type "int" is not a class or enumeration
        }
    };
    template <class U> struct Nested {};
    struct Fine {
        T t;
    };
};
} // namespace n
template struct n::X<char>::Fine;
template struct n::X<int>::Nested<int>;
namespace n {
template struct X<int>::Member;
}
int block() {
    int [[gnu::unused]] unused;
    struct S {
        int i;
    };
    S [[maybe_unused]] s;
    return sizeof(int [[gnu::unused]]);
}
