// Template-ids in each other whose innermost arguments are in error: a list is looked at as a type and
// once for good, which took time that doubled with each level.
// RUN: cuprum --syntax-only --check-all %s
template <class T, class U> struct Two;
template <class... T> struct List {};
#define P8(x) Two<Two<Two<Two<Two<Two<Two<Two<x>>>>>>>>
#define P64(x) P8(P8(P8(P8(P8(P8(P8(P8(x))))))))
P64(int) types;      // ERROR: too few arguments for template "Two"
P64(nothing) unknown; // ERROR: identifier "nothing" is undefined
P64(1 + 2) values;   // ERROR: a type is expected for template parameter "T"
template <class... T> void packs() {
    List<P64(T)...> list; // ERROR: too few arguments for template "Two"
}
template <class T> P64(T) *soft(T); // ERROR: too few arguments for template "Two"
void soft(...);
