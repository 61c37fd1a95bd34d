// Designators of array elements, as GNU C++ has them: in the elements' order. A designated list is
// no copy of its only element.
// RUN: cuprum --syntax-only --check-all -std=c++20 %s
enum { FIRST, SECOND };
constexpr int two[2] = {[0] = 1, [1] = 2};
constexpr int named[] = {[FIRST] = 3, [SECOND] = 4, 5};
static_assert(two[1] == 2 && named[1] == 4 && sizeof named == 3 * sizeof(int));
int later[2] = {[1] = 1}; // ERROR: an array designator can only name the element whose turn it is
struct Row {
    struct {
        int field;
    } cell[2];
    Row() : cell{[FIRST] = {.field = 0}, [SECOND] = {.field = 1}} {}
};

struct Wrapped {
    int i;
    constexpr operator int() const {
        return 42;
    }
};
static_assert(Wrapped{Wrapped{0}}.i == 0 && Wrapped{.i = Wrapped{0}}.i == 42);
constexpr int through(const Wrapped &w) {
    return w.i;
}
static_assert(through({Wrapped{1}}) == 1 && through({.i = Wrapped{1}}) == 42);

__constinit int counter = 7;
template <class T> constexpr int bound(T (&)[]) {
    return 0;
}
constexpr int rank(const int (&)[]) {
    return 1;
}
constexpr int rank(const int (&)[2]) {
    return 2;
}
static_assert(rank(two) == 2);

namespace std {
struct strong_ordering {
    int value;
};
} // namespace std
struct Derived;
struct Base {
    virtual std::strong_ordering operator<=>(const Derived &) const = 0;
};
struct Derived : Base {
    std::strong_ordering operator<=>(const Derived &) const override = default; // not the implicit ==
};
