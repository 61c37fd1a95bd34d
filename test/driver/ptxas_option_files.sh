#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Files of options for `cuprum ptxas`: they name others, quote as a shell does, and end where they name themselves. What is
# wrong is said in ptxas's words (test/nvcc/messages.sh has nvcc's).
# RUN: rm -rf %t.d && mkdir %t.d && cp %S/inputs/ptxas.ptx "%t.d/in put.ptx" && cd %t.d && \
# RUN: echo '-optf inner,more' >outer && echo '"in put.ptx"' >inner && echo "-o 'out put.cubin'" >more && \
# RUN: echo '-optf loop' >loop && \
# RUN: cuprum ptxas -arch=sm_90 --options-file=outer && test -s 'out put.cubin' && echo made; \
# RUN: for f in loop nowhere outer,nowhere; do cuprum ptxas -optf $f 2>&1; echo $?; done
# CHECK: made
# CHECK-NEXT: ptxas fatal   : Options files name each other: 'loop'
# CHECK-NEXT: 255
# CHECK-NEXT: ptxas fatal   : Could not open options file 'nowhere'
# CHECK-NEXT: 255
# CHECK-NEXT: ptxas fatal   : Could not open options file 'nowhere'
# CHECK-NEXT: 255
