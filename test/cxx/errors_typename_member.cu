// RUN[17]: cuprum --syntax-only -std=c++17 %s
// RUN[20]: cuprum --syntax-only -std=c++20 %s
// Before C++20 a type behind a member class of the template itself needs `typename`: the class can be
// specialized. Not in that class's own body, nor behind a class that depends on nothing.
template <class T> struct A {
    struct In {
        typedef T type;
        In::type here;
        struct Deep { typedef T type; };
        Deep::type d; // ERROR[17]: use the "typename" keyword to treat nontype "type"
        A::In::type again;
    };
    struct Plain { typedef int type; };
    In::type m;          // ERROR[17]: use the "typename" keyword to treat nontype "type"
    Plain::type p;       // ERROR[17]: use the "typename" keyword to treat nontype "type"
    A::In::type y;       // ERROR[17]: use the "typename" keyword to treat nontype "type"
    A<T>::In::type x;    // ERROR[17]: use the "typename" keyword to treat nontype "type"
    typename In::type fine;
    In in;
    __device__ typename In::type f(In *a) {
        typename A::In::type b = a->here;
        return b;
    }
};
__device__ int use() {
    A<int> a;
    A<short>::In::type s = 1;
    return a.f(&a.in) + s;
}
