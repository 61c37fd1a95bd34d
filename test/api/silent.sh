# RUN: %B/tools/nvvm-client %B/lib/libnvvm.so.4 ptx test/api/inputs/lib.ll test/api/inputs/verify_cases.txt -- -opt=0 >%t.out 2>&1; wc -l < %t.out; cat %t.out
# CHECK: 1
# CHECK: verify_cases.txt (15, 0): parse metadata
# The library itself writes to no stream: what appears is the log that the client prints.
