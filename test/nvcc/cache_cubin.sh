# The cache keeps machine code and what ptxas says of it; ccache before the driver works as without.
# REQUIRES: g++, ptxas, fatbinary, nvcc
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: PTX not in it: 'k.cu' for compute_90
# CHECK: machine code not in it: '{{.*}}k.ptx' for sm_90
# CHECK: PTX taken from it: 'k.cu' for compute_90
# CHECK: machine code taken from it: '{{.*}}k.ptx' for sm_90
# CHECK: the same bytes
# CHECK: the same words
# CHECK: Used {{\d+}} registers
# CHECK: machine code: 1 found, 1 not
# CHECK: other target: machine code: 1 found, 2 not
# CHECK: option of ptxas: machine code: 1 found, 3 not
# CHECK: refused twice
# CHECK: machine code: 1 found, 5 not
# CHECK: lines: equal
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS CUPRUM_CACHE
nvcc() { cuprum nvcc "$@"; }
echo '__global__ void k(int *p) { *p += 1; }' >k.cu
nvcc -arch=sm_90 -res-usage -c k.cu -o plain.o 2>plain.txt
for i in 1 2; do
    nvcc -v --cache=cache -arch=sm_90 -res-usage -c k.cu -o $i.o 2>&1 | sed -n 's/^nvcc info .*cache: //p'
done
nvcc --cache=cache2 -arch=sm_90 -res-usage -c k.cu -o 1.o 2>1.txt
nvcc --cache=cache2 -arch=sm_90 -res-usage -c k.cu -o 2.o 2>2.txt
cmp plain.o 1.o && cmp 1.o 2.o && echo the same bytes
cmp 1.txt 2.txt && [ "$(wc -l <plain.txt)" = "$(wc -l <2.txt)" ] && echo the same words && cat 2.txt
nvcc --cache=cache2 --cache-stats | grep machine
stats() { echo "$1: $(nvcc --cache=cache2 --cache-stats | grep machine)"; }
nvcc --cache=cache2 -arch=sm_80 -res-usage -cubin k.cu -o 3.cubin 2>/dev/null && stats 'other target'
nvcc --cache=cache2 -arch=sm_80 -Xptxas -O1 -cubin k.cu -o 3.cubin && stats 'option of ptxas'
for i in 1 2; do nvcc --cache=cache2 -arch=sm_80 -Xptxas --no-such-option -cubin k.cu -o 4.cubin 2>/dev/null || echo no; done | grep -c no |
    sed 's/2/refused twice/'
nvcc --cache=cache2 --cache-stats | grep machine
for i in 1 2; do nvcc --cache=cache2 -arch=sm_90 -lineinfo -c k.cu -o $i.o; done
nvcc -arch=sm_90 -lineinfo -c k.cu -o plain.o && cmp 1.o 2.o && cmp plain.o 1.o && echo lines: equal
