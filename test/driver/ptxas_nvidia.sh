#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# NVIDIA's ptxas says what test/driver/ptxas.sh keeps.
# REQUIRES: /usr/local/cuda/bin/ptxas
# RUN: rm -rf %t.d && mkdir %t.d && ln -sf /usr/local/cuda/bin/ptxas %t.d/ptxas && cp %S/inputs/ptxas.ptx %t.d/in.ptx && \
# RUN: cp %S/inputs/ptxas_*.ptx %t.d && cd %t.d && for f in double extern array; do mv ptxas_$f.ptx $f.ptx; done && \
# RUN: : >empty.ptx && echo '-maxrregcount=300 -O2' >words && cd - >/dev/null && \
# RUN: sh %S/inputs/ptxas_calls.sh %t.d/ptxas %t.d </dev/null >%t.out; diff %S/inputs/ptxas_calls.out %t.out && tail -n 1 %t.out
# CHECK: {{^[0-9]+ calls$}}
