# Link-time optimization with the toolkit's nvlink and our libnvvm: a program of two units (test/driver/inputs/lto) does what it
# does without; functions of the other unit are inlined and their arguments folded; PTX of the whole is beside the machine code.
# REQUIRES: nvcc, ptxas, nvlink, g++, %B/lib/cuprum/libcudart.so.13, %B/lib/cuprum/nvvm/lib64/libnvvm.so
# RUN: sh %s %t %S/../driver/inputs/lto
# TIMEOUT: 300
# CHECK: plain: from one 42 text|cudaSuccess [[SUM:.*]]
# CHECK: -dlto -arch=sm_80: from one 42 text|cudaSuccess [[SUM]]
# CHECK: -dlto -arch=sm_90a: from one 42 text|cudaSuccess [[SUM]]
# CHECK: -dlto -arch=sm_80 -gen-opt-lto: from one 42 text|cudaSuccess [[SUM]]
# CHECK: -dlto -arch=sm_80 -lineinfo -split-compile-extended=2: from one 42 text|cudaSuccess [[SUM]]
# CHECK: -arch=lto_80: from one 42 text|cudaSuccess [[SUM]]
# CHECK: -gencode arch=compute_80,code=[sm_80,lto_80] -gencode arch=compute_90,code=[lto_90,compute_90]: from one 42 text|cudaSuccess [[SUM]]
# CHECK: one call: from one 42 text|cudaSuccess [[SUM]]
# CHECK: --host-pass=cudafe: from one 42 text|cudaSuccess [[SUM]]
# CHECK: info : requested LTO but 'b.o' not built for LTO so doing partial LTO
# CHECK: machine code in b.o: from one 42 text|cudaSuccess [[SUM]]
# CHECK: info : requested LTO but 'a.o' not built for LTO so doing partial LTO
# CHECK: machine code in a.o: from one 42 text|cudaSuccess [[SUM]]
# CHECK: library: from one 42 text|cudaSuccess [[SUM]]
# CHECK: not optimized when linking: from one 42 text|cudaSuccess [[SUM]]
# CHECK: PTX: 0 calls, 1 folded
# CHECK: steps: --arch=sm_80 -emit-ptx, cubin and ptx
# CHECK: fatal : Cicc option values for '-ftz' do not match
# CHECK: fatal : NVIDIA's libnvvm was not found in 'none
# CHECK: -ltoir: ed434e7f
# CHECK: linked from it: 1
t=$1 S=$2
rm -rf "$t.d" && mkdir "$t.d" && cp "$S"/* "$t.d" && cd "$t.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
nvcc="cuprum nvcc -w -cudart shared"
run() { echo "$1: $(cuprum exec ./p 2>&1 | tr '\n' '|')"; rm -f p; }
try() { $nvcc "$@" -dc one.cu -o a.o && $nvcc "$@" -dc two.cu -o b.o && $nvcc "$@" a.o b.o -o p; run "$*"; }
$nvcc -arch=sm_80 -dc one.cu -o a0.o && $nvcc -arch=sm_80 -dc two.cu -o b0.o && $nvcc -arch=sm_80 a0.o b0.o -o p
run plain
try -dlto -arch=sm_80
try -dlto -arch=sm_90a
try -dlto -arch=sm_80 -gen-opt-lto
try -dlto -arch=sm_80 -lineinfo -split-compile-extended=2
try -arch=lto_80
try -gencode "arch=compute_80,code=[sm_80,lto_80]" -gencode "arch=compute_90,code=[lto_90,compute_90]"
$nvcc -dlto -arch=sm_80 one.cu two.cu -o p
run "one call"
$nvcc -dlto -arch=sm_80 --host-pass=cudafe one.cu two.cu -o p
run --host-pass=cudafe
$nvcc -dlto -arch=sm_80 -dc one.cu -o a.o && $nvcc -dlto -arch=sm_80 -dc two.cu -o b.o
mv b.o b1.o && cp b0.o b.o && cuprum nvcc -cudart shared -dlto -arch=sm_80 a.o b.o -o p 2>&1
run "machine code in b.o"
mv b1.o b.o && mv a.o a1.o && cp a0.o a.o && cuprum nvcc -cudart shared -dlto -arch=sm_80 a.o b.o -o p 2>&1
run "machine code in a.o"
mv a1.o a.o && ar cr libtwo.a b.o && $nvcc -dlto -arch=sm_80 a.o -L. -ltwo -o p
run library
$nvcc -arch=sm_80 a.o b.o -o p
run "not optimized when linking"
printf 'extern __device__ int f(int, int);\n__global__ void k(int *p) { *p = f(*p, 8); }\n' >c.cu
printf '__device__ int f(int x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x ^ (i & 1); return n == 8 ? x * 4660 : s; }\n' >d.cu
$nvcc -dlto -arch=sm_80 -dc c.cu d.cu && $nvcc -dlto -dlink -ptx -arch=sm_80 c.o d.o -o l.ptx
echo "PTX: $(grep -c 'call' l.ptx) calls, $(grep -c 'mul.lo.s32.*4660' l.ptx) folded"
cuprum nvcc -dryrun -cudart shared -dlto -arch=sm_80 c.o d.o -o p 2>&1 |
    sed -n 's/.* \(--arch=sm_80\) .* \(-emit-ptx\) .*/steps: \1 \2/p; s/.*kind=elf.*kind=ptx.*/cubin and ptx/p' | paste -sd, | sed 's/,/, /'
$nvcc -dlto -arch=sm_80 -ftz=true -dc d.cu && $nvcc -dlto -arch=sm_80 -dlink c.o d.o -o l.o 2>&1
cuprum toolkit none "${CUDA_HOME:-/usr/local/cuda}" >/dev/null && rm -f none/lib none/lib64 none/nvvm/lib64 &&
    none/bin/nvcc -dlto --lto-library=nvidia -arch=sm_80 c.o d.o -o p 2>&1
$nvcc -dlto -ltoir -arch=sm_80 c.cu d.cu && echo "-ltoir: $(od -An -tx1 -N4 c.ltoir | tr -d ' ')"
$nvcc -dlto -dlink -ptx -arch=sm_80 c.ltoir d.ltoir && echo "linked from it: $(grep -c 'mul.lo.s32.*4660' a_dlink.lto.ptx)"
