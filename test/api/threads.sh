# RUN: %B/tools/nvvm-client %B/lib/libnvvm.so.4 threads 8 40 test/api/inputs/good.ll test/api/inputs/other.ll
# CHECK: 640 compilations, 0 differ
# Programs in many threads at once, all to the same bytes.
