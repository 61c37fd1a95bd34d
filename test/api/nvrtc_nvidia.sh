# SPDX-License-Identifier: Apache-2.0
# REQUIRES: /usr/local/cuda/lib64/libnvrtc.so.13, %B/gen/glibc
# TIMEOUT: 120
# RUN: ASAN_OPTIONS=detect_leaks=0 %B/tools/nvrtc-client /usr/local/cuda/lib64/libnvrtc.so.13 script \
# RUN: test/api/inputs/nvrtc_calls.txt >%t.out; diff test/api/inputs/nvrtc_calls.out %t.out && tail -n 1 %t.out
# CHECK: {{^[0-9]+ calls$}}
# NVIDIA's library gives what test/api/nvrtc.sh compares ours with.
