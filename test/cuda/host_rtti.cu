// SPDX-License-Identifier: Apache-2.0
// Run-time type information in host code that is checked: casts and typeid with their types, in
// functions, initialisers, default arguments and templates. None of it may reach device code.
// RUN: cuprum -std=c++17 --check-all %s -o %t.ptx
#include <typeinfo>
struct Node {
    virtual ~Node() {}
};
struct Leaf : Node {
    int weight;
};
struct Plain {};
struct More : Plain {};
Node *root;
Leaf *first = dynamic_cast<Leaf *>(root);
const char *kind = typeid(*root).name();
void show(Leaf *l = dynamic_cast<Leaf *>(root));
struct Holder {
    Leaf *l = dynamic_cast<Leaf *>(root);
};
int weight(Node *n) {
    if (Leaf *l = dynamic_cast<Leaf *>(n)) return l->weight;
    const Leaf &r = dynamic_cast<const Leaf &>(*n);
    Node *same = dynamic_cast<Node *>(n);
    Plain *up = dynamic_cast<Plain *>(new More);
    void *whole = dynamic_cast<void *>(n);
    return r.weight + (whole == same) + (up != nullptr) + (typeid(*n) == typeid(Leaf));
}
template <class T> T *as(Node *n) { return dynamic_cast<T *>(n); }
Leaf *second = as<Leaf>(root);
static_assert(!noexcept(dynamic_cast<Leaf &>(*root)));
More *down(Plain *p) { return dynamic_cast<More *>(p); } // ERROR: the operand of a runtime dynamic_cast must have a polymorphic class type
int number(int *p) { return *dynamic_cast<int *>(p); } // ERROR: the type in a dynamic_cast must be a pointer or reference to a complete class type, or void *
Node *strip(const Node *p) { return dynamic_cast<Leaf *>(p); } // ERROR: invalid type conversion
Leaf &wrong(Node *p) { return dynamic_cast<Leaf &>(p); } // ERROR: invalid type conversion
__device__ Leaf *there(Node *p) { return dynamic_cast<Leaf *>(p); } // ERROR: dynamic_cast is not supported in device code
// REQUIRES: <typeinfo>
