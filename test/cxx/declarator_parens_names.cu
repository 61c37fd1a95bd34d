// A name in parentheses declares what it would without: operators, members outside of their class,
// templates, conversions, literals.
// RUN: cuprum -std=c++17 --check-all %s -o %t.ptx && cuprum run %t.ptx --kernel=values --print=0:18 buf:i32:18:zero
// CHECK: 6 2 1 7 3 6 1 7 3 4 8 77 5 9 3 5 9 4
#define BOTH __host__ __device__
struct Value {
    int v;
    BOTH Value(int v) : v(v) {}
    BOTH(~Value)() { v = 0; }
    template <class T> BOTH inline Value (operator*)(const T &s) const { return Value{v * (int)s}; }
    BOTH Value (operator-)(int s) const { return Value{v - s}; }
    BOTH Value ((operator/))(int s) const { return Value{v / s}; }
    template <class T> BOTH friend Value (operator+)(const T &s, const Value &x) { return Value{x.v + (int)s}; }
    BOTH int (get)() const { return v; }
    BOTH int ((twice))() const;
    BOTH bool (operator())(int a, int b) const { return a == b; }
    BOTH int (operator[])(int a) const { return v + a; }
    BOTH (operator char)() const { return (char)v; }
    BOTH virtual int (overridden)(int a) { return a; }
    static constexpr int (count) = 3, (pair)[2] = {1, 4};
};
BOTH int ((Value::twice))() const { return 2 * v; }
struct Derived : Value {
    using Value::operator*;
    BOTH Derived(int i) : Value(i) {}
    BOTH int (overridden)(int a) override { return a * 3; }
};

template <class T> struct Box {
    typedef int type;
    BOTH T (get)(type a) const;
    template <class U> BOTH T (operator%)(const U &) const;
    BOTH static T (make)();
    T (&(reference)())[2];
};
template <class T> BOTH T (Box<T>::get)(type a) const { return T(a + 1); }
template <class T> template <class U> BOTH T (Box<T>::operator%)(const U &u) const { return T(u) * 2; }
template <> BOTH int (Box<int>::make)() { return 77; }
namespace inner {
struct Empty {};
BOTH int (operator+)(Empty, Empty);
BOTH int (f)(int);
template <class T> BOTH int (g)(T);
}
BOTH int (inner::operator+)(inner::Empty, inner::Empty) { return 5; }
BOTH int (inner::f)(int a) { return a; }
template <class T> BOTH int (inner::g)(T t) { return (int)t; }
template BOTH int (inner::g)(long);
template <> BOTH int (inner::g<char>)(char) { return 3; }
BOTH Value (made)(int i) { return Value(i); }
BOTH int (operator""_z)(unsigned long long a) { return (int)a; }

extern "C" __global__ void values(int *o) {
    Value a(3);
    int i = 0;
    o[i++] = (a * 2).v;
    o[i++] = (a - 1).v;
    o[i++] = (a / 3).v;
    o[i++] = (4 + a).v;
    o[i++] = a.get();
    o[i++] = a.twice();
    o[i++] = a(1, 1);
    o[i++] = a[Value::pair[1]];
    o[i++] = (char)a;
    Box<int> b;
    o[i++] = b.get(3);
    o[i++] = b % 4;
    o[i++] = Box<int>::make();
    o[i++] = inner::Empty() + inner::Empty();
    o[i++] = inner::f(2) + inner::g(4L) + inner::g('a');
    o[i++] = Value::count;
    o[i++] = 5_z;
    Value &derived = *new Derived(3);
    o[i++] = derived.overridden(3);
    int (x) = 2, ((y))[2] = {1, 2}, (fun)(int);
    o[i++] = x + y[1];
}
