# The fat binary of `cuprum build` as NVIDIA's cuobjdump reads it: an image of PTX for each architecture.
# REQUIRES: g++, cuobjdump, %B/lib/cuprum/libcudart.so.13
# TIMEOUT: 60
# RUN: sh %s %t
# CHECK: images: sm_80 sm_90a
# CHECK: .visible .entry _Z1kPi
dir=$1.d
rm -rf "$dir" && mkdir -p "$dir" && cd "$dir" || exit 1
echo '__global__ void k(int *p) { *p = 1; } int main() { k<<<1, 1>>>(0); }' >k.cu
cuprum build --no-toolkit -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90a,code=[sm_90a,compute_90a] k.cu -o k || exit 1
echo images: $(cuobjdump -lptx k | sed 's/.*\.\(sm_[0-9a]*\)\.ptx/\1/')
cuobjdump -ptx k | grep entry | head -1
