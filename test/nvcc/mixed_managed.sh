# Managed variables of relocatable code, where objects of NVIDIA's nvcc and ours are one program: defined in one and used
# in the other, in main and before it, in both orders of the link. What NVIDIA's objects cannot do is said.
# REQUIRES: nvcc, ptxas, g++, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t
# TIMEOUT: 400
# CHECK: main, ours then NVIDIA's: 14 2 7 8 20 22
# CHECK: main, NVIDIA's behind, its linker: 14 2 7 8 20 22
# CHECK: main, NVIDIA's then ours: 14 2 7 8 20 22
# CHECK: early, defined behind in ours: 14 2 7 8 20 22 3 3 1 3 2 4
# CHECK: early, defined before in ours: 14 2 7 8 20 22 3 3 1 3 2 4
# CHECK: early, defined before in NVIDIA's: 14 2 7 8 20 22 3 3 1 3 2 4
# CHECK: early, ours alone: 14 2 7 8 20 22 3 3 1 3 2 4
# CHECK: early, defined behind in NVIDIA's: cuprum: a __managed__ variable is used before main, and an object of NVIDIA's nvcc
# CHECK: status 134
t=$1 cuda=${CUDA_HOME:-/usr/local/cuda}
rm -rf "$t.d" && mkdir "$t.d" && cd "$t.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
ours=$(cuprum toolkit tk "$cuda") || exit 1
theirs=$cuda/bin/nvcc
cat >def.cu <<'X'
__managed__ int counter = 3, table[3] = {1, 2, 3};
namespace deep { __managed__ int chain = 4; }
static __managed__ int own = 20;
namespace { __managed__ int hidden = 1; }
__global__ void raise() { counter++; own++; hidden++; }
int raised() { raise<<<1, 1>>>(); cudaDeviceSynchronize(); return own + hidden - 1; }
X
cat >use.cu <<'X'
#include <cstdio>
extern __managed__ int counter, table[3];
namespace deep { extern __managed__ int chain; }
static __managed__ int own = 18;
int raised();
__global__ void bump() { own += 2; }
#ifdef EARLY
struct Reader {
    int seen = counter, *at{&counter}, second;
    Reader() : second(table[0]) { third = deep::chain; }
    int third;
} early;
int before = counter, *inner = &table[1];
#endif
int main() {
    bump<<<1, 1>>>();
    counter += 10;
    int up = raised();
    std::printf("%d %d %d %d %d %d", counter, table[1], table[2] + deep::chain, deep::chain * 2, own, up);
#ifdef EARLY
    std::printf(" %d %d %d %d %d %d", early.seen, *early.at - 11, early.second, before, *inner, early.third);
#endif
    std::printf("\n");
}
X
for unit in def use early; do
    file=$unit early=
    [ $unit = early ] && file=use early=-DEARLY
    "$ours" -arch=sm_90 $early -dc $file.cu -o $unit.ours.o && "$theirs" -arch=sm_90 $early -dc $file.cu -o $unit.theirs.o ||
        exit 1
done
link() { # TITLE LINKER OBJECTS
    title=$1 linker=$2
    shift 2
    "$linker" -arch=sm_90 -cudart shared "$@" -o prog && echo "$title: $(cuprum exec ./prog 2>&1 || echo "status $?")"
}
link "main, ours then NVIDIA's" "$ours" use.ours.o def.theirs.o
link "main, NVIDIA's behind, its linker" "$theirs" use.ours.o def.theirs.o
link "main, NVIDIA's then ours" "$ours" use.theirs.o def.ours.o
link "early, defined behind in ours" "$ours" early.theirs.o def.ours.o
link "early, defined before in ours" "$theirs" def.ours.o early.theirs.o
link "early, defined before in NVIDIA's" "$ours" def.theirs.o early.ours.o
link "early, ours alone" "$ours" early.ours.o def.ours.o
link "early, defined behind in NVIDIA's" "$ours" early.ours.o def.theirs.o
