# SPDX-License-Identifier: Apache-2.0
# A toolkit in a folder of the system (Debian's package) needs no --cuda-path: its headers are taken
# in the place of the built-in ones ("invalid redefinition of float2" before). The imitation lies over
# /usr/local/include in a mount namespace of the test's own.
# REQUIRES: unshare, mount
# RUN: printf '%%s\n' '#include <cuda_fp16.h>' '__global__ void k(float2 *p, float *q) { *q = first(*p); }' >%t.cu
# RUN[A]: if unshare -rm true 2>/dev/null; then \
# RUN[A]:   unshare -rm sh -c 'mount --bind %S/inputs/system /usr/local/include && exec cuprum %t.cu -o -'; \
# RUN[A]: else echo "no mount namespaces here: .visible .entry not shown"; fi
# A: .visible .entry
