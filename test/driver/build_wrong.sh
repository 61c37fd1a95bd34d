# What `cuprum build` says of wrong use, and of a host compiler that is missing or fails. The compilers here are scripts.
# REQUIRES: %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t
# CHECK: error: no C++ compiler was found (g++, clang++ or c++ on the PATH, or the one of -ccbin): "apt-get install g++" brings one
# CHECK: status 1
# CHECK: error: no C++ compiler was found
# CHECK: status 1
# CHECK: error: k.cu: the host's compiler failed with status 1
# CHECK: status 1
# CHECK: k.cu:1:10: fatal error: cublas_v2.h: No such file or directory
# CHECK: error: k.cu: the host's compiler failed with status 3
# CHECK: "cublas_v2.h" comes with "pip install nvidia-cublas", or with Debian's package nvidia-cuda-dev
# CHECK: status 1
# CHECK: error: -c with -o takes one input file
# CHECK: error: cannot read "code=sm_90": arch=compute_NN,code=... is expected
# CHECK: status 2
# CHECK: error: unknown GPU architecture "sm_12"
# CHECK: error: no input file
# CHECK: error: -cudart static needs a toolkit's libcudart_static.a, which was not found: leave the option out
# CHECK: error: no CUDA headers in "nowhere"
# CHECK: error: identifier "nothing" is undefined
# CHECK: status 1
# CHECK: left: copy k.cu l.cu missing wrong.cu
d=$1.d
rm -rf "$d" && mkdir -p "$d/tmp" && cd "$d" || exit 1
export TMPDIR=$d/tmp
own=$(command -v cuprum)
echo '__global__ void k() {}' >k.cu
cp k.cu l.cu
printf '#!/bin/sh\necho "k.cu:1:10: fatal error: cublas_v2.h: No such file or directory" >&2\nexit 3\n' >missing
chmod +x missing
say() { cuprum build "$@" 2>&1 || echo "status $?"; }
PATH=$d "$own" build k.cu 2>&1 || echo "status $?"
say -ccbin nothing k.cu
say -ccbin false k.cu
say -ccbin "$d/missing" k.cu
say -ccbin true -c k.cu l.cu -o x
say -ccbin true -gencode code=sm_90 k.cu
say -ccbin true -arch=sm_12 k.cu
say
say -ccbin true --no-toolkit -cudart static x.o
say -ccbin true --cuda-path=nowhere k.cu
# a "preprocessor" that copies: the device compiler's errors are the command's
printf '#!/bin/sh\nwhile [ $# -gt 2 ]; do in=$1; [ "$2" = -o ] && break; shift; done\ncp "$in" "$3"\n' >copy
chmod +x copy
echo '__attribute__((global)) void k(int *p) { *p = nothing; }' >wrong.cu
say -ccbin "$d/copy" wrong.cu
rmdir tmp
echo left: *
