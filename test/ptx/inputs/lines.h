// SPDX-License-Identifier: Apache-2.0
__device__ inline int from_header(int *q) {
  return q[5] + q[6];
}
