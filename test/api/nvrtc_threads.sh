# SPDX-License-Identifier: Apache-2.0
# RUN: %B/tools/nvrtc-client %B/lib/cuprum/libnvrtc.so.13 threads 8 6 bench/saxpy.cu
# CHECK: same
# TIMEOUT: 60
# Eight threads compile at once, each with programs of its own.
