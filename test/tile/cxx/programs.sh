# SPDX-License-Identifier: Apache-2.0
# Whole programs of Tile C++ with NVIDIA's headers of CUDA 13.5, whose host code checks what their kernels computed: by `cuprum build`
# and by our nvcc. (`nvcc-13.5`: a link to that of PyPI's nvidia-cuda-nvcc, beside whose folder the headers lie.)
# REQUIRES: nvcc-13.5, g++, %B/lib/cuprum/libcudart.so.13
# TIMEOUT: 300
# RUN: sh %s %S/programs %t 2>&1
P=$1 T=$2
H=$(dirname "$(dirname "$(readlink -f "$(command -v nvcc-13.5)")")")
rm -rf "$T.d" && mkdir "$T.d" && cd "$T.d" || exit
P=$OLDPWD/$P
case $1 in /*) P=$1 ;; esac
for name in vector_add saxpy transpose softmax layer_norm gemm reduction scan gather atomics convolution attention; do
    echo "$name: $(cuprum build -std=c++20 -enable-tile -arch=compute_90 --cuda-path="$H" "$P/$name.cu" -o "$name" 2>&1 && cuprum exec "./$name" 2>&1)"
done
# CHECK: vector_add: 1000 values, 0 wrong
# CHECK-NEXT: saxpy: 3001 values, 0 wrong
# CHECK-NEXT: transpose: 3564 values, 0 wrong
# CHECK-NEXT: softmax: 1000 values, 0 wrong
# CHECK-NEXT: layer_norm: 1400 values, 0 wrong
# CHECK-NEXT: gemm: 8000 values, 0 wrong
# CHECK-NEXT: reduction: 10 values, 0 wrong
# CHECK-NEXT: scan: 432 values, 0 wrong
# CHECK-NEXT: gather: 1024 values, 0 wrong
# CHECK-NEXT: atomics: 19 values, 0 wrong
# CHECK-NEXT: convolution: 945 values, 0 wrong
# CHECK-NEXT: attention: 2560 values, 0 wrong
cuprum toolkit tk "$H" >/dev/null
tk/bin/nvcc -std=c++20 -enable-tile -arch=compute_80 -cudart shared "$P/attention.cu" -o a && cuprum exec ./a
# CHECK-NEXT: 2560 values, 0 wrong
tk/bin/nvcc -std=c++20 -enable-tile -tilebc "$P/saxpy.cu" && cuprum tile dis saxpy.tilebc | grep -c entry
# CHECK-NEXT: 1
