// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Host variables in `__host__ __device__` functions that no device code uses: an error where host
// code that has code itself comes to the function, for it then has code for the device too (the
// same lines as nvcc); a warning alone where nothing does.
#define HD __host__ __device__
int g;
constexpr int table[] = {1, 2};

HD inline int called() { return g; } // ERROR: identifier "g" is undefined in device code
// WARNING@-1: a host variable "g" cannot be directly read in a device function
int caller() { return called(); }

HD inline const int *constant() { return table; } // ERROR: identifier "table" is undefined in device code
const int *const *caller_constant() {
    static const int *p = constant();
    return &p;
}

static HD void through() { g = 1; } // ERROR: identifier "g" is undefined in device code
// WARNING@-1: a host variable "g" cannot be directly written in a device function
static HD void middle() { through(); }
struct Deep {
    void run() { middle(); }
};
void caller_through() {
    Deep().run();
}

static HD int *by_address() { return &g; } // ERROR: identifier "g" is undefined in device code
// WARNING@-1: address of a host variable "g" cannot be directly taken in a device function
int *(*pointer)() = by_address;

struct Special {
    HD Special() { g = 1; } // ERROR: identifier "g" is undefined in device code
    // WARNING@-1: a host variable "g" cannot be directly written in a device function
    HD ~Special() { g = 2; } // ERROR: identifier "g" is undefined in device code
    // WARNING@-1: a host variable "g" cannot be directly written in a device function
    HD operator int() const { return g; } // ERROR: identifier "g" is undefined in device code
    // WARNING@-1: a host variable "g" cannot be directly read in a device function
    HD int operator[](int) const { return g; } // ERROR: identifier "g" is undefined in device code
    // WARNING@-1: a host variable "g" cannot be directly read in a device function
    HD int nobody() const { return g; } // WARNING: a host variable "g" cannot be directly read in a device function
};
int use_special() {
    Special s;
    return s + s[1];
}
struct Plain {
    int v;
};
HD inline int operator+(Plain, Plain) { return g; } // ERROR: identifier "g" is undefined in device code
// WARNING@-1: a host variable "g" cannot be directly read in a device function
int use_operator(Plain a) { return a + a; }

template <class T> int instance(T) { return sizeof(T) + by_instance(T()); }
HD inline int by_instance(Plain) { return g; } // ERROR: identifier "g" is undefined in device code
// WARNING@-1: a host variable "g" cannot be directly read in a device function
int use_instance() { return instance(Plain()); }

// Nothing that has code comes here.
HD inline int alone() { return g; } // WARNING: a host variable "g" cannot be directly read in a device function
HD inline int of_unused() { return g; } // WARNING: a host variable "g" cannot be directly read in a device function
inline int unused() { return of_unused(); }
template <class T> int no_instance() { return of_unused(); }
struct Members {
    int unused() { return of_unused(); }
};
HD inline int measured() { return g; } // WARNING: a host variable "g" cannot be directly read in a device function
int use_measured() { return sizeof(measured()); }
HD inline int hidden() { return g; } // WARNING: a host variable "g" cannot be directly read in a device function
int use_hidden(int hidden) { return hidden; }
HD inline int table_value() { return table[1] + table[0] * 0; }
