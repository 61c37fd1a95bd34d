# RUN: sh %s %t
# CHECK: same
# REQUIRES: nvcc
# TIMEOUT: 60
# What nvcc's code prints is what ours prints (pretty_function.cu has the texts).
T=$1 S=test/cuda/pretty_function.cu
cuprum run $S -std=c++20 >$T.ours || exit 1
nvcc -w -std=c++20 -arch=sm_90 -ptx $S -o $T.ptx || exit 1
cuprum run $T.ptx >$T.nvcc || exit 1
grep -v '^k:\|instructions' $T.ours >$T.1
grep -v '^k:\|instructions' $T.nvcc >$T.2
diff $T.1 $T.2 && echo same
