# `cuprum toolkit` makes a tree of links; it repeats, and says what is wrong.
# RUN: sh %s %t
# CHECK: tk/bin/nvcc
# CHECK: bin include nvvm
# CHECK: bin libdevice
# CHECK: NVIDIA's own
# CHECK: profile
# CHECK: cuprum
# CHECK: one program
# CHECK: again
# CHECK: nvcc nvcc.profile ptxas
# CHECK: TOP = $(_HERE_)/..
# CHECK: error: cannot write "tk/bin/nvcc": File exists
# CHECK: error: no CUDA headers in "none"
# CHECK: usage: cuprum toolkit [--driver=nvidia|cuprum] [--no-toolkit] DIR
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
[ tk/bin/nvcc -ef tk/nvvm/bin/cicc ] && echo one program
cuprum toolkit tk cuda >/dev/null && echo again
# pip's packages have neither nvcc nor its profile
mkdir -p pip/bin && cp cuda/bin/ptxas pip/bin && cp -r cuda/include cuda/nvvm pip
cuprum toolkit tkpip pip >/dev/null
echo $(ls tkpip/bin)
head -1 tkpip/bin/nvcc.profile
rm tk/bin/nvcc && echo mine >tk/bin/nvcc
cuprum toolkit tk cuda 2>&1
cuprum toolkit tk none 2>&1
cuprum toolkit 2>&1
echo "exit $?"
