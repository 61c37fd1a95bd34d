# The version that the compiler says is that of the headers it reads: in macros, and in the lines that build systems read. Headers
# that compare the two (CCCL's do) refuse another one. PTX is of the version that an older toolkit's ptxas reads.
# RUN: sh %s %t cuda 12 8 93
# RUN[B]: sh %s %t wheels 13 5 37
# CHECK: direct 12 8 93 12 8
# CHECK: Cuda compilation tools, release 12.8, V12.8.93
# CHECK: nvcc 12 8 93 12 8
# CHECK: PTX 8.7
# CHECK: none 13 0 88 13 0
# B: direct 13 5 37 13 5
# B: Cuda compilation tools, release 13.5, V13.5.37
# B: nvcc 13 5 37 13 5
# B: PTX 9.0
# B: none 13 0 88 13 0
# REQUIRES: g++
dir=$1.$2 layout=$2 major=$3 minor=$4 build=$5
rm -rf "$dir" && mkdir -p "$dir"
root=$dir/toolkit/cu
[ "$layout" = cuda ] || root=$dir/toolkit/nvidia/cu$major
mkdir -p "$root/include/crt" "$root/bin" "$root/nvvm/libdevice"
touch "$root/include/crt/host_config.h" "$root/bin/ptxas"
echo "#include <cuda_runtime_api.h>" >"$root/include/cuda_runtime.h"
printf '/* none: #define CUDART_VERSION_NONE 11000 */\n#define CUDART_VERSION  %d\n' $((major * 1000 + minor * 10)) >"$root/include/cuda_runtime_api.h"
if [ "$layout" = cuda ]; then
    printf '{\n "cuda" : { "version" : "9.9.9" },\n "cuda_nvcc" : {\n "name" : "NVCC", "version" : "%s"\n }\n}\n' "$major.$minor.$build" >"$root/version.json"
else
    mkdir "$dir/toolkit/nvidia_cuda_nvcc-$major.$minor.$build.dist-info" "$dir/toolkit/nvidia_cuda_nvcc-1.2.3.dist-info"
fi
cat >"$dir/a.cu" <<'T'
says __CUDACC_VER_MAJOR__ __CUDACC_VER_MINOR__ __CUDACC_VER_BUILD__ __CUDA_API_VER_MAJOR__ __CUDA_API_VER_MINOR__
T
echo "direct $(cuprum --emit=pp "$dir/a.cu" --cuda-path="${root%/nvidia/*}" | sed -n 's/^ *says//p')"
cuprum toolkit "$dir/ours" "$root" >/dev/null
"$dir/ours/bin/nvcc" --version | tail -2 | head -1
echo "nvcc $("$dir/ours/bin/nvcc" -E "$dir/a.cu" | sed -n 's/^ *says//p' | head -1)"
echo '__global__ void k(int *p) { *p = 1; }' >"$dir/k.cu"
echo '#include <cuda_runtime_api.h>' >"$root/include/cuda_runtime.h"
echo '#define __global__ __attribute__((global))' >>"$root/include/cuda_runtime.h"
"$dir/ours/bin/nvcc" -ptx -arch=sm_90 "$dir/k.cu" -o - | sed -n 's/^\.version/PTX/p'
echo "none $(cuprum --emit=pp "$dir/a.cu" --no-toolkit | sed -n 's/^ *says//p')"
rm -rf "$dir"
