// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -std=c++17 %s
// A friend declaration of a class template that is read for an access check, before the template's
// own declaration further up is (libstdc++'s std::string and basic_stringbuf, in an inline
// namespace): names in between see the template.
namespace lib {
inline namespace abi {
template <class T> class buf;
}
typedef buf<char> charbuf;
inline namespace abi {
template <class T> class str {
    template <class U> friend class buf;
    enum { LOCAL = 15 };
    union {
        T local[LOCAL + 1]; // private, named in another class: its friends are looked at
        int capacity;
    };
};
}
}
struct Uses {
    lib::str<char> s;
};
lib::charbuf *b;
namespace lib {
typedef hidden<char> early; // ERROR: expected a ";"
inline namespace abi {
template <class T> class wider {
    template <class U> friend class hidden;
};
}
}
