// What stands before a deduction guide: `explicit` and nothing else [temp.deduct.guide]/1.
// RUN: cuprum %s --syntax-only -w --check-all
template <class T> struct Box {
    Box(T);
};
explicit Box(int) -> Box<long>;
static Box(char) -> Box<long>;      // ERROR: deduction guide
inline Box(short) -> Box<long>;     // ERROR: deduction guide
constexpr Box(float) -> Box<long>;  // ERROR: deduction guide
extern Box(double) -> Box<long>;    // ERROR: deduction guide
Box(unsigned) -> Box<long>;
template <class T> static Box(T *) -> Box<T>; // ERROR: deduction guide
template <class T> extern Box(T **) -> Box<T>; // ERROR: deduction guide
