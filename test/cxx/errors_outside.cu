// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Members of class templates, and member templates, defined outside of their class: read with their
// parameters unbound, and compared with what the class declares.
template <class T> struct List {
    typedef T value;
    void first();
    void second(value v);
    T third(T *p, int n);
    static int fourth(int);
    template <class U> void fifth(U u);
    static int count;
    struct Node;
    template <class U> struct Pair;
    int size;
    struct Iter { void next(); T *at; };

private:
    enum Kind { a, b };
    Kind kind();
};
template <class T> void List<T>::first() {
    size = 1;
    absent = 2; // ERROR: identifier "absent" is undefined
}
template <class V> void List<V>::second(value v) {
    value w = v;
    size = v.size + unknown; // ERROR: identifier "unknown" is undefined
}
template <class T> T List<T>::third(T *p, int n) { return p[n]; }
template <class T> int List<T>::third(T *p, long n) { return 0; } // ERROR: "int List<T>::third(T *, long)" does not match any member of "struct List<T>"
template <class T> void List<T>::nothing() {} // ERROR: class "List<T>" has no member "nothing"
template <class T> long List<T>::fourth(int) { return 0; } // ERROR: declaration is incompatible with "int List<T>::fourth(int)"
template <class T> template <class U> void List<T>::fifth(U u) {
    u = T();
    missing(); // ERROR: identifier "missing" is undefined
}
template <class T> int List<T>::count = start; // ERROR: identifier "start" is undefined
template <class T> struct List<T>::Node {
    T value;
    Node *next;
    undefined_t other; // ERROR: identifier "undefined_t" is undefined
};
template <class T> template <class U> struct List<T>::Pair {
    T first;
    U second;
    void swap() { tertium = first; } // ERROR: identifier "tertium" is undefined
};
template <class T> void List<T>::Iter::next() { at++; att++; } // ERROR: identifier "att" is undefined
template <class T> typename List<T>::Kind List<T>::kind() { return a; }
template <class T> void T::of_parameter() {} // ERROR: name followed by "::" must be a class or namespace name: "of_parameter"
template <class T> template <class U> template <class V> void List<T>::first() {} // ERROR: this declaration cannot have more than one "template<...>"

template <class T> struct List<T *> {
    void first();
    void pointed(int n);
};
template <class T> void List<T *>::first() { sized = 1; } // ERROR: identifier "sized" is undefined
template <class T> void List<T *>::pointed(int n = 3) {} // ERROR: a default argument cannot be added to a member of a class template

struct Plain {
    template <class T> void convert(T t);
    template <class T> struct Inner;
};
template <class T> void Plain::convert(T t) { t = nowhere; } // ERROR: identifier "nowhere" is undefined
template <class T> void Plain::convert(T t, int) {} // ERROR: "void Plain::convert(T, int)" does not match any member of "struct Plain"

// With bases that are not known anything may be found.
template <class T> struct Derived : List<T> {
    void go();
};
template <class T> void Derived<T>::go() {
    this->first();
    this->whatever();
    List<T>::second(0);
}

template <class T> struct Spec { static int i; };
template <> int Spec<__bf16>::i = 3;
