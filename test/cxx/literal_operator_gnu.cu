// GNU's string literal operator templates: a character type and the characters.
// RUN: cuprum --syntax-only --check-all %s
template <class C, C... c> constexpr int operator""_count() {
    return sizeof...(c) * sizeof(C);
}
static_assert("abc"_count == 3 && u"ab"_count == 4 && U""_count == 0, "");
template <class C, C... c> constexpr C operator""_sum() {
    return (c + ... + 0);
}
static_assert("\1\2\3"_sum == 6 && L"\x1230\x4"_sum == 0x1234, "");
constexpr int operator""_plain(const char *, unsigned long n) {
    return n;
}
static_assert("four"_plain == 4, "");
template <class C, C... c> C operator""_none(); // of u"" and the like only
auto none = 12_none; // ERROR: no instance of overloaded function "operator""_none"
