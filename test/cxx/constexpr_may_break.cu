// A constexpr function is refused only for what every call executes [dcl.constexpr]/6: not for what stands behind a break.
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
int plain(int);
constexpr int behind_break(bool c) {
    do {
        if (c) break;
        plain(1);
    } while (false);
    return 1;
}
constexpr int may_return(int n) {
    while (n) {
        if (n > 1) break;
        return 1;
    }
    return plain(n);
}
constexpr int by_case(int n) {
    do {
        switch (n) {
        case 1: continue;
        default: break;
        }
        plain(n);
    } while (false);
    return n;
}
constexpr int always(int n) {
    do {
        n += plain(n); // ERROR: constant
        if (n) break;
    } while (n < 3);
    return n;
}
constexpr int after_switch(int n) {
    switch (n) {
    case 1: n = 2; break;
    default: break;
    }
    return plain(n); // ERROR: constant
}
static_assert(behind_break(true) == 1 && may_return(1) == 1 && by_case(1) == 1);
