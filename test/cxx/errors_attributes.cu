// Attributes in wrong places and with wrong arguments [dcl.attr.grammar], [dcl.spec.general], [dcl.attr.fallthrough].
// RUN: cuprum %s --syntax-only --check-all -std=c++20
[[noreturn()]] void a1();                // ERROR: attribute "noreturn" does not take arguments
[[maybe_unused(1)]] int a2();            // ERROR: attribute "maybe_unused" does not take arguments
__attribute__((noinline(1))) int a3();   // ERROR: attribute "noinline" does not take arguments
__attribute__((__unused__())) int a4();
[[nodiscard(123)]] int b1();             // ERROR: attribute "nodiscard" takes one string literal
[[nodiscard("one", "two")]] int b2();    // ERROR: attribute "nodiscard" takes one string literal
[[deprecated()]] int b3();               // ERROR: attribute "deprecated" takes one string literal
[[nodiscard("a" " reason"), deprecated]] int b4();
[[gnu::noinline, vendor::any(thing, 1)]] int b5();
int [[...]] c1;                          // ERROR: expected a "attribute"
[[using gnu: noinline, unused]] int c2();
[[using gnu: gnu::unused]] int c3();     // ERROR: an attribute with a scope is not allowed behind a "using" prefix
static [[nodiscard]] int d1();           // ERROR: an attribute list is not allowed between the specifiers of a declaration
typedef [[gnu::aligned(16)]] struct {    // ERROR: an attribute list is not allowed between the specifiers of a declaration
    int i;
} d2;
[[nodiscard]] static int d3();
int [[gnu::unused]] d4;
__device__ [[nodiscard]] int d5();
[[nodiscard]] __device__ inline int d6();
int table[10];
int statements(int i) {
    int x = table[[i] { return i; }()];  // ERROR: two left square brackets begin an attribute list, which is not allowed here
    int y = table[([i] { return i; }())];
    if (i) [[likely]] [[fallthrough]];   // ERROR: "fallthrough" must be a statement of its own in a switch
    switch (i) {
    case 1:
        i++;
        [[fallthrough]];
    case 2: [[fallthrough]] i++;         // ERROR: "fallthrough" must be a statement of its own in a switch
        __attribute__((fallthrough));
    default: break;
    }
    return x + y;
}
