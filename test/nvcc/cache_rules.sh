# A file that names __CUDA_ARCH__ where no token comes of it is not judged by the host's rules: what the cache kept of it is
# nothing for the same tokens without that.
# RUN: sh %s %t
# REQUIRES: g++
# CHECK: named: 0 warnings
# CHECK-NEXT: not named: 1 warnings
# CHECK-NEXT: again: 1 warnings
# CHECK-NEXT: named again: 0 warnings
set -e
rm -rf "$1.d" && mkdir -p "$1.d" && cd "$1.d"
code='__device__ int counter;
int host() { return counter; }
__global__ void kernel() { counter = 1; }'
# $1: what is said of the run; $2: the lines in front
compile() {
    printf '%s\n%s\n' "$2" "$code" >unit.cu
    cuprum nvcc --cache=cache -arch=sm_80 -c unit.cu -o unit.o 2>messages
    echo "$1: $(grep -c '#20091-D' messages || true) warnings"
}
compile named '#if 0
__CUDA_ARCH__
#endif'
compile "not named" '#if 0
#endif'
compile again '#if 0
#endif'
compile "named again" '#if 0
__CUDA_ARCH__
#endif'
