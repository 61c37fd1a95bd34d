#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `cuprum ptxas` takes NVIDIA's options in its way: what both say, the exit status and whether there is output are kept in
# ptxas_calls.out, which ptxas_calls.sh made with NVIDIA's program (ptxas_nvidia.sh compares where it is installed): that
# of CUDA 13.0, which ends its list of versions with 9.0.
# RUN: rm -rf %t.d && mkdir %t.d && ln -sf "$(command -v cuprum)" %t.d/ptxas && cp %S/inputs/ptxas.ptx %t.d/in.ptx && \
# RUN: cp %S/inputs/ptxas_*.ptx %t.d && cd %t.d && for f in double extern array; do mv ptxas_$f.ptx $f.ptx; done && \
# RUN: : >empty.ptx && echo '-maxrregcount=300 -O2' >words && cd - >/dev/null && \
# RUN: sh %S/inputs/ptxas_calls.sh %t.d/ptxas %t.d </dev/null >%t.out; sed -i "/^9\.[1-5]$/d" %t.out; diff %S/inputs/ptxas_calls.out %t.out && tail -n 1 %t.out
# CHECK: {{^[0-9]+ calls$}}
