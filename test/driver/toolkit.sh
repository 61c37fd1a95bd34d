# `cuprum toolkit` makes a tree of links; it repeats, and says what is wrong.
# RUN: sh %s %t
# CHECK: tk/bin/nvcc
# CHECK: bin include nvvm
# CHECK: bin libdevice
# CHECK: NVIDIA's own
# CHECK: profile
# CHECK: cuprum
# CHECK: cuprum
# CHECK: again
# CHECK: cuprum stands alone
# CHECK: error: cannot write "tk/bin/nvcc": File exists
# CHECK: error: no CUDA headers in "none"
# CHECK: usage: cuprum toolkit [--driver=nvidia] DIR
# CHECK: exit 2
rm -rf "$1.d"
mkdir -p "$1.d/cuda/bin" "$1.d/cuda/include" "$1.d/cuda/nvvm/libdevice"
cd "$1.d" || exit 1
echo '#!/bin/sh' >cuda/bin/nvcc
echo profile >cuda/bin/nvcc.profile
echo "echo NVIDIA\'s own" >cuda/bin/ptxas && chmod +x cuda/bin/ptxas
cuprum toolkit tk cuda
echo $(ls tk)
echo $(ls tk/nvvm)
sh tk/bin/ptxas
cat tk/bin/nvcc.profile
basename "$(readlink -f tk/nvvm/bin/cicc)"
basename "$(readlink -f tk/bin/nvcc)"
cuprum toolkit tk cuda >/dev/null && echo again
# pip's wheels bring no nvcc
mkdir -p wheel/bin && echo profile >wheel/bin/nvcc.profile
cuprum toolkit pip wheel >/dev/null && echo "$(basename "$(readlink -f pip/bin/nvcc)") stands alone"
rm tk/bin/nvcc && echo mine >tk/bin/nvcc
cuprum toolkit tk cuda 2>&1
cuprum toolkit tk none 2>&1
cuprum toolkit 2>&1
echo "exit $?"
