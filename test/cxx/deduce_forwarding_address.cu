// A forwarding reference takes an lvalue reference of the function whose address is taken or that
// is declared again [temp.deduct.type]/10.
// RUN: cuprum --syntax-only --check-all %s
template <class T> void one(T &&) {}
void (*lvalue)(int &) = &one;
void (*rvalue)(int &&) = one;
template <> void one(char &);
template void one(double &);
template <class... T> int all(T &&...);
int (*mixed)(int &, char &&, const long &) = all;
template <class T> void nested(void (*)(T &&));
void (*no)(void (*)(int &)) = nested; // ERROR: no instance of
template <class T> T &&result(T);
int &(*neither)(int) = result; // ERROR: no instance of
