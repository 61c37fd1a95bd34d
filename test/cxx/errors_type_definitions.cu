// Where no type can be defined [dcl.fct]/17, [dcl.type.general]/3, [expr.new], [class.conv.fct]; a missing `;` behind a
// class is told by what follows.
// RUN: cuprum %s --syntax-only --check-all
struct S {} result();                     // ERROR: a type definition is not allowed here
void parameter(struct P { int i; } *);    // ERROR: a type definition is not allowed here
enum E { A } enumeration(  // ERROR: a type definition is not allowed here
    enum F { B } f);      // ERROR: a type definition is not allowed here
int size = sizeof(struct Z { int i; });   // ERROR: a type definition is not allowed here
struct Converts {
    operator struct In {}();              // ERROR: a type definition is not allowed here
};
void *made = new struct N { int i; };     // ERROR: a type definition is not allowed here
struct Fine {
    int i;
} variable, *pointer;
using Alias = struct Aliased {
    int i;
};
typedef struct {
    int i;
} Typedef;
struct Fine declared(struct Fine *, enum E);
