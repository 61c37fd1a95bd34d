# SPDX-License-Identifier: Apache-2.0
# A SARIF document: its rules, columns in code points, notes, macros and fixes.
# REQUIRES: python3
# RUN: cuprum --syntax-only -arch=sm_80 --diag-format=sarif test/driver/inputs/sarif.cu 2>%t.json; python3 test/driver/inputs/sarif.py <%t.json
# RUN[NONE]: echo '#include "missing.h"' >%t.cu; cuprum --diag-format=sarif %t.cu 2>%t.json; python3 test/driver/inputs/sarif.py <%t.json
# CHECK-NOT: broken
# CHECK: x_bad_argument error 4 46 argument of type
# CHECK-NEXT: related: "void take(int *)" is declared here
# CHECK: d_undefined error 4 63 identifier "theadIdx" is undefined
# CHECK-NEXT: related: did you mean "threadIdx"?
# CHECK-NEXT: fix: threadIdx
# CHECK: d_undefined error 2 51 identifier "undefined_thing" is undefined
# CHECK-NEXT: related: in expansion of macro "ADD"
# CHECK-NEXT: related: instantiation of "void f(T) [with T=int]"
# CHECK-NOT: broken
# NONE-NOT: broken
# NONE: EC1696 error 1
