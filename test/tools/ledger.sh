# The ledger compares two builds: of the same there is nothing to say; of one that does not unroll loops it names the kernel
# that became worse, and the pass. A kernel that one of them refuses is left out.
# REQUIRES: python3, ptxas
# RUN: rm -rf %t.d && mkdir -p %t.d && cp %S/inputs/ledger/*.cu %t.d && \
# RUN: printf '#!/bin/sh\nexec "%%s" "$@" --Xopt=-unroll-threshold=0,-runtime-unroll-threshold=0,-unroll-partial-threshold=0\n' "$(realpath %B)/bin/cuprum" >%t.d/old && \
# RUN: printf '#!/bin/sh\ncase $1 in run) exec "%%s" "$@" ;; esac\nexec %t.d/old "$@"\n' "$(realpath %B)/bin/cuprum" >%t.d/slow && chmod +x %t.d/old %t.d/slow
# RUN[SAME]: python3 tools/ledger.py --no-estimate -a sm_90 --ours=%B/bin/cuprum --compare=%B/bin/cuprum %t.d
# RUN[WORSE]: python3 tools/ledger.py --no-estimate -a sm_90 -j1 --ours=%t.d/slow --compare=%B/bin/cuprum -o %t.d/table %t.d/sum.cu
# RUN[TABLE]: cut -f2,3,4 %t.d/table
# RUN[NONE]: PATH=/bin:/usr/bin python3 tools/ledger.py %t.d | sed 's/(needs.*//'
# EXIT[SAME]: 1
# EXIT[WORSE]: 1
#
# SAME: sum{{ +}}sm_90{{ +}}[[N:[0-9]+]]/[[N]] 1.000
# SAME: left out: {{.*}}broken.cu sm_90: cuprum: {{.*}}error
# SAME: sm_90 all: warp PTX 1.000 (1, worst 1.00), SASS 1.000 (1, worst 1.00), registers 1.000
# SAME-NOT: worse:
#
# WORSE: sum{{ +}}sm_90{{ .* }}<
# WORSE: worse: {{.*}}sum.cu sm_90: executed {{[0-9]+}} after {{[0-9]+}}: loop-unroll on function (sum) (executed; --opt-bisect-limit={{[0-9]+}} is worse, {{[0-9]+}} is not)
#
# TABLE: sm_90
#
# NONE: skipped: the ledger
