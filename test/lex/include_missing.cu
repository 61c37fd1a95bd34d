// A header that is not there ends the compilation.
// RUN: cuprum --emit=pp %s >/dev/null
// EXIT: 1
// CHECK: include_missing.cu(5): catastrophic error: cannot open source file "nothing_here.h"
#include "nothing_here.h"
