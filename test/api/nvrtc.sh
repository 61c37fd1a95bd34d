# SPDX-License-Identifier: Apache-2.0
# RUN: %B/tools/nvrtc-client %B/lib/cuprum/libnvrtc.so.13 script test/api/inputs/nvrtc_calls.txt >%t.out; \
# RUN: diff test/api/inputs/nvrtc_calls.out %t.out && tail -n 1 %t.out
# CHECK: {{^[0-9]+ calls$}}
# 300 calls and more whose answers are kept as NVIDIA's library gives them: results, texts, logs, names (nvrtc_nvidia.sh).
# What differs is in doc/nvrtc.md. Made anew by:  nvrtc-client /usr/local/cuda/lib64/libnvrtc.so.13 script nvrtc_calls.txt
