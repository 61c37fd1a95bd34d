// SPDX-License-Identifier: Apache-2.0
// What a lambda may capture, and what it may use without [expr.prim.lambda.capture].
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
int global;
struct S {
    int m;
    void f() {
        auto a = [] { return m; }; // ERROR: "this" is not captured by the lambda
        auto b = [] { return this->m; }; // ERROR: "this" is not captured by the lambda
        auto c = [] { f(); }; // ERROR: "this" is not captured by the lambda
    }
};
void g() {
    int x = 1;
    static int st;
    auto a = [global] { return global; }; // ERROR: "global" cannot be captured
    auto b = [st] { return st; }; // ERROR: "st" cannot be captured
    auto c = [nothing] { return 1; }; // ERROR: identifier "nothing" is undefined
    auto e = [] { return x; }; // ERROR: variable "x" of the enclosing function is not captured
    auto h = [g] { return 1; }; // ERROR: "g" cannot be captured
    auto i = [S] { return 1; }; // ERROR: "S" cannot be captured
    auto j = [x] { x = 2; }; // ERROR: expression must be a modifiable lvalue
    int last = undefined_in_g; // ERROR: identifier "undefined_in_g" is undefined
}
