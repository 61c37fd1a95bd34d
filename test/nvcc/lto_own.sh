# Link-time optimization without a toolkit: this program links the objects' LTO IR to PTX, which the program holds beside its
# units' own. What cannot be linked so is linked when the program starts, or says why.
# REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t %S/../driver/inputs/lto
# TIMEOUT: 300
# CHECK: plain: from one 42 text|cudaSuccess [[SUM:.*]]
# CHECK: -dlto -arch=sm_80: from one 42 text|cudaSuccess [[SUM]]
# CHECK: -arch=lto_80: from one 42 text|cudaSuccess [[SUM]]
# CHECK: two architectures: from one 42 text|cudaSuccess [[SUM]]
# CHECK: library: from one 42 text|cudaSuccess [[SUM]]
# CHECK: build: from one 42 text|cudaSuccess [[SUM]]
# CHECK: nvcc info : requested LTO but 'b.o' not built for LTO: the run-time library links the units when the program starts
# CHECK: partly: from one 42 text|cudaSuccess [[SUM]]
# CHECK: warning: b.o was not built with -dlto: the run-time library links the units when the program starts, nothing is optimized across them
# CHECK: build, partly: from one 42 text|cudaSuccess [[SUM]]
# CHECK: nvcc fatal : requested LTO but 'b.o' not built for LTO, and 'l.o' has no PTX to be linked with it: build both with -dlto
# CHECK: linked: 1 functions, 0 calls
# CHECK: error: values of '-ftz' do not match: c.o has 0, d.o has 1; link-time optimization needs one value
# CHECK: error: c.o has no LTO IR for sm_75 or what it can run: compile it with -dlto for that architecture or an older one
# CHECK: error: Linking globals named '_Z1fii': symbol multiply defined!
# CHECK: error: d.o: the LTO IR is of a later version than this compiler reads
# CHECK: error: d.o: the container of LTO IR is damaged
# CHECK: error: d.o: the LTO IR is compressed, which only nvlink reads: link where the CUDA toolkit is, or compile without it
# CHECK: error: d.o: the LTO IR is scrambled: it was made by NVIDIA's compiler, and only NVIDIA's libnvvm can link it; compile this file with Cuprum, or link with 'nvcc --lto-library=nvidia', which takes LTO IR of both
# CHECK: same: yes
t=$1 S=$2
rm -rf "$t.d" && mkdir "$t.d" && cp "$S"/* "$t.d" && cd "$t.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
nvcc="cuprum nvcc --no-toolkit -w"
run() { echo "$1: $(cuprum exec ./p 2>&1 | tr '\n' '|')"; rm -f p; }
try() { $nvcc "$@" -dc one.cu -o a.o && $nvcc "$@" -dc two.cu -o b.o && $nvcc "$@" a.o b.o -o p; run "$*"; }
$nvcc -arch=sm_80 -dc one.cu -o a0.o && $nvcc -arch=sm_80 -dc two.cu -o b0.o && $nvcc -arch=sm_80 a0.o b0.o -o p
run plain
try -dlto -arch=sm_80
try -arch=lto_80 && mv a.o l.o
archs="-gencode arch=compute_80,code=[compute_80,lto_80] -gencode arch=compute_90,code=[compute_90,lto_90]"
$nvcc $archs one.cu -dc -o a.o && $nvcc $archs two.cu -dc -o b.o && $nvcc $archs -dlto a.o b.o -o p
run "two architectures"
$nvcc -dlto -arch=sm_80 one.cu -dc -o a.o && $nvcc -dlto -arch=sm_80 two.cu -dc -o b.o
ar cr libtwo.a b.o && $nvcc -dlto -arch=sm_80 a.o -L. -ltwo -o p
run library
cuprum build -w --no-toolkit -dlto -arch=sm_80 one.cu two.cu -o p
run build
mv b.o b1.o && cp b0.o b.o && cuprum nvcc --no-toolkit -dlto -arch=sm_80 a.o b.o -o p 2>&1
run partly
cuprum build --no-toolkit -dlto -arch=sm_80 a.o b.o -o p 2>&1
run "build, partly"
$nvcc -dlto -arch=sm_80 l.o b.o -o p 2>&1
printf 'extern __device__ int f(int, int);\n__global__ void k(int *p) { *p = f(*p, 8); }\nint main() {}\n' >c.cu
printf '__device__ int f(int x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x ^ (i & 1); return n == 8 ? x * 4660 : s; }\n' >d.cu
$nvcc -arch=lto_80 -dc c.cu d.cu && $nvcc -dlto -arch=sm_80 c.o d.o -o p && strings -a p >s
echo "linked: $(grep -c '^\.visible \.[ef].*(' s) functions, $(grep -c 'call' s) calls"
mv p p1 && $nvcc -dlto -arch=sm_80 c.o d.o -o p
cmp -s p p1 && same=yes
bad() { $nvcc -dlto -arch=sm_80 c.o d.o -o p 2>&1 | grep -v '^$\|detected'; }
cp d.o good.o
$nvcc -arch=lto_80 -ftz=true -dc d.cu && bad
cp good.o d.o
$nvcc -dlto c.o d.o -o p 2>&1 | grep error
cp d.o e.o && $nvcc -dlto -arch=sm_80 c.o d.o e.o -o p 2>&1 | grep error
patch() { LC_ALL=C sed "s/$1/$2/" good.o >d.o && bad; }
patch '\xedCN\x7f\x01' '\xedCN\x7f\x02'
patch 'BC\xc0\xde' 'BC\xc0\xdf'
patch '\x08\x00\x01\x01\(.\{36\}\)\x11\x00\x01\x00' '\x08\x00\x01\x01\1\x11\x80\x01\x00'
patch '\x02\x00\x02\x00\(\x00\x00\x00\x00BC\)' '\x63\x00\x02\x00\1'
echo "same: $same"
