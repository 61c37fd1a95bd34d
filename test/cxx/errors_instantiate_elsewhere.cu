// An explicit instantiation stands in a scope around its template [temp.explicit]/3: not beside it, not in another namespace.
// RUN: cuprum %s --syntax-only -w
template <class T> struct Outer {};
namespace lib {
template <class T> struct Box {};
template <class T> struct Other {};
inline namespace v1 {
template <class T> struct Inline {};
}
template struct Box<int>;
template struct Inline<int>;
}
template struct lib::Box<char>;
template struct lib::Inline<char>;
template struct Outer<int>;
namespace wrong {
template struct lib::Box<float>;   // ERROR: Box
template struct ::Outer<float>;    // ERROR: Outer
template struct lib::Inline<float>; // ERROR: Inline
}
namespace lib {
template struct ::Outer<double>; // ERROR: Outer
}
