# RUN: %B/tools/nvvm-client %B/lib/libnvvm.so.4 ptx test/api/inputs/verify_cases.txt -- -opt=0 >%t.out 2>&1; cat %t.out
# CHECK: test/api/inputs/verify_cases.txt (15, 0): parse metadata node defined twicenvvm-client:
# CHECK-NEXT: not compiled: NVVM_ERROR_COMPILATION
# The library itself writes to no stream: all that appears is the client's.
