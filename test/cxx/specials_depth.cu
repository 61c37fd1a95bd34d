// SPDX-License-Identifier: Apache-2.0
// A class with a member of its own template, without end. The special members of the class with the
// table are asked for first, and ask for the members' (it took two seconds; found by fuzzing).
// RUN: cuprum --default-device --check-all --syntax-only %s
template <class T> struct Deep { // ERROR: declarations are nested too deeply
    Deep<T *> deep;
    int i;
};
struct Base {
    virtual void last();
    Deep<int> deep;
};
