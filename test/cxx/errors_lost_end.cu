// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all %s
// A brace that is missing is said where the one stands that it belongs to, and not again at the end
// of the file; other mistakes in between are.
namespace space { // ERROR: "{" is never closed
struct Fine {
    int a;
};
void first(int n) {
    for (int i = 0; i < n; i++) { // ERROR: "{" is never closed
        n = undeclared; // ERROR: identifier "undeclared" is undefined
}
int last(int);
