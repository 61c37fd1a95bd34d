// Nothing is assigned to void or from it; nullptr_t is an ordinary type.
// RUN: cuprum %s --syntax-only
using null = decltype(nullptr);
struct Any {
    template <class T> Any &operator=(T &&);
};
static_assert(!__is_assignable(int &, void));
static_assert(!__is_assignable(void, int));
static_assert(!__is_assignable(void, void));
static_assert(!__is_assignable(Any &, void));
static_assert(!__is_assignable(Any &, const void));
static_assert(__is_assignable(Any &, null));
static_assert(__is_assignable(Any &, int));
static_assert(__is_assignable(null &, null));
static_assert(__is_assignable(int *&, null));
static_assert(!__is_assignable(int &, null));
static_assert(!__is_assignable(null &, int));
static_assert(!__is_assignable(null, null));
