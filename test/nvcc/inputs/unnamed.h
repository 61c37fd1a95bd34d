// A library's header for host_unnamed.sh: what begins with gone_ is left out of the host's half, all that begins with kept_ stays.
#pragma once
#include <initializer_list>

#pragma weak kept_by_pragma
static inline void kept_by_pragma() {}

struct kept_noisy {
    int value;
    kept_noisy(int v) : value(v) {}
};
static kept_noisy kept_object(3); // looks like a function, and does something
static kept_noisy kept_braces{4};

static inline int kept_by_chain_2() { return 2; }
static inline int kept_by_chain() { return kept_by_chain_2(); }
static inline int gone_chain_2() { return 2; }
static inline int gone_chain() { return gone_chain_2(); }

static __attribute__((__used__)) int kept_by_attribute() { return 1; }
__attribute__((constructor)) static void kept_constructor() { kept_object.value++; }
int kept_definition() { return 4; } // other units may link with it
extern "C" {
int kept_c_function(int);
}

template <class T> struct kept_class {
    T value;
    T get_it() const;
    friend int kept_by_friend(const kept_class &c) { return c.value; }
};
template <class T> T kept_class<T>::get_it() const { return value; }
template <class T> bool operator==(const kept_class<T> &a, const kept_class<T> &b) { return a.value == b.value; }
template <> struct kept_class<char> {
    int value;
};
template <class T> kept_class(T) -> kept_class<T>;
__extension__ template <class T> struct gone_extension {};
__extension__ template <> struct gone_extension<int> {};

struct kept_list {
    int at[3];
};
static inline const int *begin(const kept_list &l) { return l.at; } // what `for` calls
static inline const int *end(const kept_list &l) { return l.at + 3; }

template <class T> struct gone_class {
    gone_class *next;
    static int count;
    class part;
    gone_class(int);
    ~gone_class();
    gone_class &operator=(const gone_class &);
    bool operator()(int) const;
    T late() const;
};
template <class T> int gone_class<T>::count = 3;
template <class T> class gone_class<T>::part {
    T t;
};
template <class T> gone_class<T>::gone_class(int) : next(nullptr) {}
template <class T> inline gone_class<T>::~gone_class() { next = nullptr; }
template <class T> gone_class<T> &gone_class<T>::operator=(const gone_class &c) {
    next = c.next;
    return *this;
}
template <class T> bool gone_class<T>::operator()(int) const { return next; }
template <class T> T gone_class<T>::late() const { return T(); }
template <class T> bool operator==(const gone_class<T> &a, const gone_class<T> &b) { return a.next == b.next; }
template <class T> class __attribute__((__visibility__("default"))) gone_visible {};
inline unsigned gone_numbers[2][2] = {{1u, 2u}, {3u, 4u}};
static const int gone_table[] = {-1, 1};
template <class T> using kept_hidden = kept_class<T>;
template <class T> bool operator<(const kept_hidden<T> &a, const kept_hidden<T> &b) { return a.value < b.value; }
static int kept_called[1] = {kept_by_chain()};
inline kept_noisy kept_made[1] = {{1}};
struct gone_plain : kept_list {
    static int f() { return 1; }
};
struct kept_static_member {
    static inline kept_noisy made{5};
};
class gone_forward;
struct gone_returned {
    int x;
};
static inline struct gone_returned gone_maker(int x) { return gone_returned{x}; }
template <class T> using gone_alias = gone_class<T>;
using gone_name = int;
template <class T> inline constexpr bool gone_value = sizeof(T) > 4;
template <class T> inline constexpr bool gone_value<T *> = false;
template <class T> inline constexpr int kept_value = sizeof(T);
template <class T> void gone_template(T) {}
template <class T, class = gone_alias<T>> auto gone_arrow(T t) -> decltype(t) { return t; }
template <class T> void kept_special(T);
template <> void kept_special<>(int);
static inline int gone_declared(const int *p, gone_name n);
static inline int gone_declared(const int *p, gone_name n) { return *p + n; }
static __host__ __device__ inline int gone_both(int x) { return x; }
static __device__ inline int gone_device(int x) { return gone_both(x) + 1; } // only a kernel calls it
static int (*kept_pointer)(int) = nullptr;
typedef int (*kept_type)(int);
enum kept_enum { kept_enumerator };

namespace library {
inline namespace version {
class kept_error { // nobody names it: its friend is called, as regex_error's in <regex>
    int code;
    kept_error(int c) : code(c) {}
    friend int kept_raise(int c) { return kept_error(c).code; }
};
inline int kept_raise(int c);
class gone_error {
    friend int gone_raise(int c) { return c; }
    friend bool operator!(gone_error) { return true; }
};
inline int gone_inside() { return 1; }
template <class T> struct gone_nested {
    struct inner {
        T t;
    };
};
inline int kept_inside() { return 2; }
}
}
