# RUN: for o in -fma=1 -restrict; do %B/tools/nvvm-client %B/lib/libnvvm.so.4 ptx test/api/inputs/two_pointers.ll -- -arch=compute_90 $o | grep -c 'ld.global'; done
# CHECK: 2
# CHECK-NEXT: 1
# With -restrict a store through one pointer leaves what is behind the other.
