// SPDX-License-Identifier: Apache-2.0
// Instantiation without end, twice in each instance: behind the limit's error nothing more is instantiated of what
// led there (2^limit instances; found by fuzzing).
// RUN: cuprum --default-device --syntax-only --check-all %s -ftemplate-depth 60
template <class T> struct Class {
    Class<T *> first;        // ERROR: excessive recursion at instantiation
    Class<const T *> second; // ERROR: incomplete type "Class<const int *>" is not allowed
};
Class<int> object;
template <class T> struct Fine {
    T t;
};
Fine<int> fine;
