// RUN: cuprum --emit=pp %s >/dev/null
// EXIT: 1
// CHECK: include_missing.cu(4): catastrophic error: cannot open source file "nothing_here.h"
#include "nothing_here.h"
