// What is instantiated twice [temp.spec.general]/5; where alignas stands [dcl.align]/1; explicit objects before C++23.
// RUN: cuprum --syntax-only --check-all %s
template <class T> void function(T) {}
template void function(int);
template void function(int); // ERROR: "void function<int>(int)" explicitly instantiated more than once
extern template void function(char);
template void function(char);
template <class T> struct Class {};
extern template struct Class<int>;
template struct Class<int>;
template struct Class<int>; // ERROR: "struct Class<int>" explicitly instantiated more than once
alignas(16) void aligned(); // ERROR: alignas does not apply here
__attribute__((aligned(16))) void gnu();
alignas(16) int fine;
struct Object {
    void f(this Object &); // ERROR: explicit object parameters need C++23 (-std=c++23)
};
