// What a rewritten `<=>` stands for, `(x <=> y) < 0`, is not rewritten itself [over.match.oper]/8.
// RUN: cuprum -std=c++20 --syntax-only --default-device %s
struct R {
    R operator<=>(int) const;
};
bool f1(R r) { return r < 1; } // ERROR: no operator "<" matches these operands
bool f2(R r) { return 1 >= r; } // ERROR: no operator ">=" matches these operands
struct Q {
    int v;
    friend bool operator<(Q a, int b) { return a.v < b; }
};
struct P {
    int v;
    Q operator<=>(P o) const { return {v - o.v}; }
};
bool f3(P a, P b) { return a < b; }
bool f4(P a, P b) { return a > b; } // ERROR: no operator ">" matches these operands
struct I {
    int v;
    int operator<=>(I o) const { return v - o.v; }
};
bool f5(I a, I b) { return a > b && a <= b; }
struct C {
    int v;
    operator int() const { return v; }
};
struct J {
    int v;
    C operator<=>(int o) const { return {v - o}; }
};
bool f6(J a) { return a > 1 && 2 >= a; }
struct K { // a conversion of an operand compares, too
    int v;
    I operator<=>(K o) const { return {v - o.v}; }
};
struct L {
    int v;
    L(int i) : v(I{i} < I{1}) {}
    friend bool operator<(L a, L b) { return a.v == b.v; }
};
struct M {
    int v;
    L operator<=>(M o) const { return {v - o.v}; }
};
bool f7(M a, M b) { return a < b; }
