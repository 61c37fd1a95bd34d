// A system header that defines a macro otherwise than the file before it is not warned of, as with nvcc
// and g++; what the file defines otherwise than the header is.
// RUN: cuprum --emit=pp -isystem test/lex/inputs/system %s | tail -1
// CHECK: value 5 2
// CHECK: redefined_system.cu(9): warning #47-D: incompatible redefinition of macro "B"
// CHECK-NOT: macro "A"
#define A 1
#include <redefines.h>
#define B 5
value B A
