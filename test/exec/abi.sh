#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Our layouts, numbers and entry points are those of NVIDIA's headers and library: inputs/abi.c is
# compiled with both, with the numbers of error.def and the names of the tables added.
# REQUIRES: nvcc, gcc, nm, /usr/local/cuda/include/cuda_runtime_api.h, %B/lib/cuprum/libcudart.so.13
# TIMEOUT: 120
# RUN[A]: sh %s layouts %t
# A: layouts agree
# RUN[B]: sh %s names %t %B
# B: every name of NVIDIA's libraries is there
# RUN[C]: readelf -V %B/lib/cuprum/libcudart.so.13 | grep -c 'libcudart.so.13'
# C: {{[1-9]}}
cuda=/usr/local/cuda
case $1 in
layouts)
    {
        cat test/exec/inputs/abi.c
        # ERR(id, number, "cudaErrorX", "CUDA_ERROR_X", "text")
        sed -n 's/^ERR([A-Za-z]*, \([0-9]*\), "\(cuda[A-Za-z]*\)".*/_Static_assert(\2 == \1, "\2");/p' \
            src/cudart/error.def
        sed -n 's/^ERR([A-Za-z]*, \([0-9]*\), "[A-Za-z]*", "\(CUDA[A-Z_0-9]*\)".*/_Static_assert(\2 == \1, "\2");/p' \
            src/cudart/error.def
    } >"$2.c"
    gcc -std=gnu11 -Isrc -I$cuda/include -fsyntax-only "$2.c" && echo layouts agree
    rm -f "$2.c"
    ;;
names)
    nm -D --defined-only $cuda/lib64/libcudart.so.13 $cuda/lib64/stubs/libcuda.so |
        sed -n 's/.* T \([_a-zA-Z0-9]*\).*/\1/p' | sort -u >"$2.want"
    nm -D --defined-only "$3/lib/cuprum/libcudart.so.13" | sed -n 's/.* T \([_a-zA-Z0-9]*\).*/\1/p' | sort -u >"$2.have"
    comm -23 "$2.want" "$2.have" >"$2.lack"
    cat "$2.lack"
    test -s "$2.want" && test ! -s "$2.lack" && echo "every name of NVIDIA's libraries is there"
    rm -f "$2.want" "$2.have" "$2.lack"
    ;;
esac
