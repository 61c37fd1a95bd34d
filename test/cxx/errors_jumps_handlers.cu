// SPDX-License-Identifier: Apache-2.0
// What jumps must not enter, handlers, discarded statements, deduced results without a value, throw(...).
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++17 %s
struct Abstract { virtual void f() = 0; };
struct Incomplete;
void handlers() {
    try {} catch () {} // ERROR: handler requires an exception declaration
    try {} catch (Abstract) {} // ERROR: object of abstract class type "Abstract" is not allowed
    try {} catch (Abstract &) {} catch (Abstract *) {}
    try {} catch (int &&) {} // ERROR: an rvalue reference is not allowed as a catch type
    try {} catch (Incomplete *) {} // ERROR: incomplete type "Incomplete" is not allowed
    try {} catch (Incomplete &) {} // ERROR: incomplete type "Incomplete" is not allowed
    try {} catch (void *) {} catch (const char *) {} catch (...) {}
}
void into_try() { goto l; try { l:; } catch (int) {} } // ERROR: transfer of control into a try block
void into_handler() { try { goto l; } catch (int) { l:; } } // ERROR: transfer of control into an exception handler
void inside() { try { goto l; l:; } catch (int) { m:; goto m; } try { goto o; } catch (...) {} o:; }
void into_branch(int i) {
    if constexpr (false) { goto l; } else { l:; } // ERROR: transfer of control into a constexpr if block is not allowed
    switch (i) if constexpr (true) { case 3:; } // ERROR: transfer of control into a constexpr if block is not allowed
}
struct Part { int i; };
template <int N> void only_zero() { static_assert(N == 0); }
void discarded() {
    if constexpr (true) {} else { Part::i; }
// ERROR@-1: a nonstatic member reference must be relative to a specific object: "Part::i"
    if constexpr (false) { only_zero<1>(); nothing(); } // ERROR: identifier "nothing" is undefined
}
auto *no_value() { return; } // ERROR: return statement must have a value
auto *no_return() {} // ERROR: return statement must have a value
auto is_void() {}
void dynamic() throw(int); // ERROR: dynamic exception specifications are not permitted in this mode
void empty() throw();
