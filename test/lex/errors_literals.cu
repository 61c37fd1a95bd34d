// RUN: cuprum --syntax-only %s
// Every error of a literal stands at the literal, and the next line is still read.
__global__ void k(int *p) {
    p[0] = 'ab';          // two characters are an int
    p[1] = '';            // ERROR: character literal is empty
    p[2] = u8'\u00e9';    // ERROR: character literal holds more than one code unit
    p[3] = '\q';          // WARNING: unrecognized escape sequence "\q"
    p[4] = '\x';          // ERROR: escape sequence has too few hexadecimal digits
    p[5] = '\400';        // WARNING: escape sequence is out of range for its character type
    p[6] = '\u12';        // ERROR: escape sequence has too few hexadecimal digits
    p[7] = '\ud800';      // ERROR: universal character name does not name a character
    p[8] = 'abcde';       // WARNING: character literal is too long for its type
    p[9] = u'\U0001F600'; // ERROR: character literal holds more than one code unit
    p[10] = 089;          // ERROR: digit "8" is not allowed in a number of base 8
    p[11] = 0b12;         // ERROR: digit "2" is not allowed in a number of base 2
    p[12] = 0x1.0;        // ERROR: floating-point number has no exponent digits
    p[13] = 1.2.3;        // ERROR: invalid suffix ".3" on a number
    p[14] = 12ab+;        // ERROR: user-defined literal operator "ab" not found
    // ERROR@-1: expected an expression
}
__device__ const void *s = u8"a" L"b"; // ERROR: adjacent string literals have different encodings
__device__ const char *t = "a\xfff";   // WARNING: escape sequence is out of range for its character type
__device__ const char *u = "\q";       // WARNING: unrecognized escape sequence "\q"
__device__ const char *operator""_x(const char *, unsigned long);
__device__ const char *v = "a"_x "b"_y; // ERROR: adjacent string literals have different user-defined suffixes
