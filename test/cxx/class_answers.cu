// Questions about a class that are questions about those of its members, of which there are 2^28 here: each
// class is asked once. Also of a member of itself, which is in error.
// RUN: cuprum --syntax-only --check-all %s
struct A0 {
    int x = 1;
};
struct B0 {
    int x;
    ~B0() {}
};
struct C0 { // its constructor ends the evaluation of a constant at once: the question alone is asked
    int x;
    C0();
};
#define TWO(name, of) struct name { of a, b; };
TWO(A1, A0) TWO(B1, B0) TWO(C1, C0)
TWO(A2, A1) TWO(B2, B1) TWO(C2, C1)
TWO(A3, A2) TWO(B3, B2) TWO(C3, C2)
TWO(A4, A3) TWO(B4, B3) TWO(C4, C3)
TWO(A5, A4) TWO(B5, B4) TWO(C5, C4)
TWO(A6, A5) TWO(B6, B5) TWO(C6, C5)
TWO(A7, A6) TWO(B7, B6) TWO(C7, C6)
TWO(A8, A7) TWO(B8, B7) TWO(C8, C7)
TWO(A9, A8) TWO(B9, B8) TWO(C9, C8)
TWO(A10, A9) TWO(B10, B9) TWO(C10, C9)
TWO(A11, A10) TWO(B11, B10) TWO(C11, C10)
TWO(A12, A11) TWO(B12, B11) TWO(C12, C11)
TWO(A13, A12) TWO(B13, B12) TWO(C13, C12)
TWO(A14, A13) TWO(B14, B13) TWO(C14, C13)
TWO(A15, A14) TWO(B15, B14) TWO(C15, C14)
TWO(A16, A15) TWO(B16, B15) TWO(C16, C15)
TWO(A17, A16) TWO(B17, B16) TWO(C17, C16)
TWO(A18, A17) TWO(B18, B17) TWO(C18, C17)
TWO(A19, A18) TWO(B19, B18) TWO(C19, C18)
TWO(A20, A19) TWO(B20, B19) TWO(C20, C19)
TWO(A21, A20) TWO(B21, B20) TWO(C21, C20)
TWO(A22, A21) TWO(B22, B21) TWO(C22, C21)
TWO(A23, A22) TWO(B23, B22) TWO(C23, C22)
TWO(A24, A23) TWO(B24, B23) TWO(C24, C23)
TWO(A25, A24) TWO(B25, B24) TWO(C25, C24)
TWO(A26, A25) TWO(B26, B25) TWO(C26, C25)
TWO(A27, A26) TWO(B27, B26) TWO(C27, C26)
TWO(A28, A27) TWO(B28, B27) TWO(C28, C27)
const C28 valued;
const B28 unvalued; // ERROR: no user-provided default constructor
static_assert(__is_literal_type(A28), "");
static_assert(!__is_literal_type(B28), "");
struct Self {
    const Self a; // ERROR: incomplete type
    const Self b; // ERROR: incomplete type
};
const Self self; // ERROR: it is a deleted function
