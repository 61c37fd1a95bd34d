# LTO IR of NVIDIA's compiler and ours in one program: the driver finds it and takes NVIDIA's libnvvm, which reads both; ours says
# what it cannot read. Functions are inlined across, whoever compiled them.
# REQUIRES: nvcc, ptxas, nvlink, g++, %B/lib/cuprum/libcudart.so.13, %B/lib/cuprum/nvvm/lib64/libnvvm.so, /usr/local/cuda/lib/libnvvm.so.4
# RUN: sh %s %t %S/../driver/inputs/lto
# TIMEOUT: 300
# CHECK: ours+NVIDIA: from one 42 text|cudaSuccess [[SUM:.*]]
# CHECK: NVIDIA+ours: from one 42 text|cudaSuccess [[SUM]]
# CHECK: ours+ours, --lto-library=nvidia: from one 42 text|cudaSuccess [[SUM]]
# CHECK: sm_100: from one 42 text|cudaSuccess [[SUM]]
# CHECK: NVIDIA's driver, nvidia: from one 42 text|cudaSuccess [[SUM]]
# CHECK: NVIDIA's driver, own: from one 42 text|cudaSuccess [[SUM]]
# CHECK: LTO IR of NVIDIA, machine code of ours: from one 42 text|cudaSuccess [[SUM]]
# CHECK: info : error: b.o: the LTO IR is scrambled
# CHECK: fatal : elfLink JIT compile failed
# CHECK: ours calls NVIDIA's: 0 calls, 1 folded
# CHECK: NVIDIA's calls ours: 0 calls, 1 folded
# CHECK: ours calls ours: 0 calls, 1 folded
t=$1 S=$2
rm -rf "$t.d" && mkdir "$t.d" && cp "$S"/* "$t.d" && cd "$t.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
ours="cuprum nvcc -w -cudart shared" theirs="/usr/local/cuda/bin/nvcc -w"
run() { echo "$1: $(cuprum exec --gpu=sm_100 ./p 2>&1 | tr '\n' '|')"; rm -f p; }
both() { $1 -dlto -arch=$3 -dc one.cu -o a.o && $2 -dlto -arch=$3 -dc two.cu -o b.o; }
both "$ours" "$theirs" sm_80 && $ours -dlto -arch=sm_80 a.o b.o -o p
run ours+NVIDIA
mv b.o nb.o
both "$theirs" "$ours" sm_80 && $ours -dlto -arch=sm_80 a.o b.o -o p
run NVIDIA+ours
mv a.o na.o
both "$ours" "$ours" sm_80 && $ours -dlto --lto-library=nvidia -arch=sm_80 a.o b.o -o p
run "ours+ours, --lto-library=nvidia"
both "$ours" "$theirs" sm_100 && $ours -dlto -arch=sm_100 a.o b.o -o p
run sm_100
cuprum toolkit --driver=nvidia tk /usr/local/cuda >/dev/null && both "tk/bin/nvcc -w" "tk/bin/nvcc -w -gen-opt-lto" sm_80
for library in nvidia own; do
    $ours -dlto --lto-library=$library -arch=sm_80 a.o b.o -o p
    run "NVIDIA's driver, $library"
done
$ours -arch=sm_80 -dc two.cu -o b.o && $ours -dlto -arch=sm_80 na.o b.o -o p 2>/dev/null
run "LTO IR of NVIDIA, machine code of ours"
mv nb.o b.o && $ours -dlto -arch=sm_80 -dc one.cu -o a.o && $ours -dlto --lto-library=own -arch=sm_80 a.o b.o -o p 2>&1
printf 'extern __device__ int f(int, int);\n__global__ void k(int *p) { *p = f(*p, 8); }\nvoid host(int *p) { k<<<1, 1>>>(p); }\n' >c.cu
printf '__device__ int f(int x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x ^ (i & 1); return n == 8 ? x * 4660 : s; }\n' >d.cu
across() {
    $2 -dlto -arch=sm_80 -dc c.cu -o c.o && $3 -dlto -arch=sm_80 -dc d.cu -o d.o && $ours -dlto -dlink -ptx -arch=sm_80 c.o d.o -o l.ptx
    echo "$1: $(grep -c 'call' l.ptx) calls, $(grep -c 'mul.lo.s32.*4660' l.ptx) folded"
}
across "ours calls NVIDIA's" "$ours" "$theirs"
across "NVIDIA's calls ours" "$theirs" "$ours"
across "ours calls ours" "$ours" "$ours"
