# What tools/check_layers complains about, on a small bad tree.
# RUN: rm -rf %t.d && mkdir -p %t.d/src/base %t.d/src/ir && top=$PWD && cd %t.d && \
# RUN: printf '// no licence\n#include "ir/ir.h"\n' >src/base/a.h && \
# RUN: printf '// SPDX-License-Identifier: Apache-2.0\nDIAG(used, ERROR, "", "x")\nDIAG(idle, ERROR, "", "y")\n' >src/ir/ir_diag.def && \
# RUN: (echo '// SPDX-License-Identifier: Apache-2.0'; echo '#include "base/base_int.h"'; echo 'static int long_one(int a) {'; yes '    a += used;' | head -160; echo '}') >src/ir/long.c && \
# RUN: (echo '// SPDX-License-Identifier: Apache-2.0'; yes 'int x;' | head -1300) >src/ir/wide.c && \
# RUN: mkdir doc && printf 'See `doc/none.md`, `ir/long.c`, `ir/gone.c`, `src/NAME/NAME.x`, none.def; [basic.def].\n' >doc/page.md && \
# RUN: printf '// SPDX-License-Identifier: Apache-2.0\n// test/old/ tests it\nint x; // as doc/page.md says\n' >src/ir/named.c && \
# RUN: $(cd "$top" && realpath %B)/tools/check_layers
# EXIT: 1
# CHECK: doc/page.md:1: names doc/none.md, which is not there
# CHECK-NEXT: doc/page.md:1: names ir/gone.c, which is not there
# CHECK-NEXT: doc/page.md:1: names src/NAME/NAME.x, which is not there
# CHECK-NEXT: doc/page.md:1: names none.def, which is not there
# CHECK: src/base/a.h:1: the first line is not the SPDX line
# CHECK: src/base/a.h:2: includes ir/ir.h, which stands above base
# CHECK: src/ir/long.c:2: includes the private header of another folder
# CHECK: src/ir/named.c:2: names test/old, which is not there
# CHECK: src/ir/wide.c: 1301 lines, at most 1200
# CHECK: src/ir/long.c:3: long_one has 162 lines, at most 150
# CHECK: src/ir/ir_diag.def:3: diagnostic idle is never reported
# CHECK-NEXT: 11 things are wrong
