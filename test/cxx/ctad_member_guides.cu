// Deduction guides of member class templates [temp.deduct.guide]: of a plain class, of a template's instance (where they
// are instantiated with the class), for a member that is defined outside, through a dependent qualifier.
// RUN: cuprum %s --syntax-only --check-all -std=c++17
// RUN: cuprum %s --syntax-only --check-all -std=c++20
struct Plain {
    template <class U> struct Box {
        U u;
        __device__ Box(const U &x) : u(x) {}
    };
    template <class U> Box(U *) -> Box<U>;
    Box(char) -> Box<long>;
    explicit Box(short) -> Box<unsigned>;
    __device__ void inside(short s) {
        Box a('a');
        static_assert(__is_same(decltype(a), Box<long>));
        Box b(s);
        static_assert(__is_same(decltype(b), Box<unsigned>));
    }
};
template <class T> struct Outer {
    template <class U, class V = T> struct Inner {
        __device__ Inner(int, U, T) {}
        template <class W> __device__ Inner(W *) {}
    };
    template <class U> Inner(int, U, T) -> Inner<U>;
    template <class W> Inner(W *) -> Inner<W[3], T *>;
    template <class U> struct Late;
    template <class U> Late(U) -> Late<U &>;
};
template <class T> template <class U> struct Outer<T>::Late {
    __device__ Late(U) {}
};
template <class T> struct Derived : Outer<T> {
    __device__ auto make(int *p) {
        typename Outer<T>::Inner i(p);
        return i;
    }
};
__device__ void f(int *p) {
    Outer<int>::Inner a(1, 2.0, 3);
    static_assert(__is_same(decltype(a), Outer<int>::Inner<double, int>));
    Outer<char>::Inner b(p);
    static_assert(__is_same(decltype(b), Outer<char>::Inner<int[3], char *>));
    int z = 0;
    Outer<int>::Late c(z);
    static_assert(__is_same(decltype(c), Outer<int>::Late<int &>));
    static_assert(__is_same(decltype(Derived<long>().make(p)), Outer<long>::Inner<int[3], long *>));
    Plain().inside(1);
}
