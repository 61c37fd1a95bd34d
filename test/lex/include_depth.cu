// A header that includes itself is stopped.
// RUN: cuprum --emit=pp %s >/dev/null
// EXIT: 1
// CHECK: #include nested more than 200 levels deep
#include "inputs/deep.h"
