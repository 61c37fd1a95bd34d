# The code is the same for any number of threads, and so are warnings and failures.
# RUN: sh %S/inputs/split_compile.sh %t
# TIMEOUT: 120
# CHECK-NOT: differs
# CHECK: fifty kernels: 1 = 2 = 8 = 16 threads at -O1
# CHECK-NOT: differs
# CHECK: fifty kernels: 1 = 2 = 8 = 16 threads at -O3
# CHECK-NOT: differs
# CHECK: IR: 1 = 2 = 8 = 16 threads
# CHECK-NOT: differs
# CHECK: remarks: 1 = 2 = 8 = 16 threads
# CHECK-NOT: differs
# CHECK: changes: 1 = 2 = 8 = 16 threads
# CHECK-NOT: differs
# CHECK: record: 1 = 8 threads
# CHECK: little memory: 1 thread 1, 8 threads 1
