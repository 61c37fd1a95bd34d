// SPDX-License-Identifier: Apache-2.0
// A using-declaration that names its own class is refused; where several lead to each other in a
// circle the lookup ends.
// RUN: cuprum %s --syntax-only --check-all
namespace one {
__device__ void f() {}
}
namespace two {
using one::f;
}
namespace one {
using two::f;
using one::f;
}
struct Base {
    int m;
};
struct Child : Base {
    using Base::m;
    using Child::m; // ERROR: must name a base class member
};
template <class T> struct Mixed : T {
    using T::m;
    using Mixed<T>::m; // ERROR: must name a base class member
    using Mixed::other;
    void other();
};
__device__ void use() {
    one::f();
    two::f();
}
