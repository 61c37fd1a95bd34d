// A function-like macro's name that no parenthesis followed stays as it is where the remembered expansion
// is used in another one, though what follows it has become a parenthesis ([cpp.rescan]/1).
// RUN: cuprum --emit=pp %s | tail -3
// CHECK: name (1) ;
// CHECK: name (1) ;
// CHECK: +name (1)+ ;
#define PAREN (1)
#define name(x) called x
#define LIST name PAREN
#define AROUND +LIST+
LIST ;
LIST ;
AROUND ;
