// SPDX-License-Identifier: Apache-2.0
// As host_lost_unreached.cu, with clang++ for the host.
// REQUIRES: clang++
// RUN: for level in 0 1 3; do cuprum nvcc -ccbin clang++ -O$level -arch=sm_90 -c %S/host_lost_unreached.cu -o %t.o && nm -C %t.o | grep -c "float" || :; done
// CHECK: 0
// CHECK: 0
// CHECK: 0
