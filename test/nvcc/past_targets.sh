# SPDX-License-Identifier: Apache-2.0
# The targets of CUDA 12, sm_50 to sm_72, are there in the place of its nvcc, and where PTX as old is asked for; nvcc 13 refuses them.
# RUN: sh %s %t
# CHECK: 12.4: compute_50 compute_52 compute_53 compute_60 compute_61 compute_62 compute_70 compute_72 compute_75 compute_80 compute_86 compute_87 compute_89 compute_90
# CHECK-NEXT: 12.4: .version 8.4 .target sm_52
# CHECK-NEXT: 12.4: .version 8.4 .target sm_60
# CHECK-NEXT: 12.8: compute_50 {{.*}} compute_90 compute_100 compute_120
# CHECK-NEXT: 12.8: .version 8.7 .target sm_52
# CHECK-NEXT: 12.8: .version 8.7 .target sm_60
# CHECK-NEXT: 13.0: compute_75 {{.*}} compute_121
# CHECK-NEXT: 13.0: .version 9.0 .target sm_75
# CHECK-NEXT: 13.0: nvcc fatal   : Unsupported gpu architecture 'sm_60'
# CHECK: old PTX: .version 8.0 .target sm_60
# CHECK: macros: 600 600
# REQUIRES: g++
T=$1.d
rm -rf "$T" && mkdir -p "$T"
head_of() { sed -n '/^\.version/p;/^\.target/p' "$1" | tr '\n' ' '; }
for version in 12.4 12.8 13.0; do
    root=$T/cu$version
    mkdir -p "$root/include/crt" "$root/bin" "$root/nvvm/libdevice"
    touch "$root/include/crt/host_config.h" "$root/bin/ptxas"
    major=${version%.*} minor=${version#*.}
    printf '#define CUDART_VERSION  %d\n' $((major * 1000 + minor * 10)) >"$root/include/cuda_runtime_api.h"
    printf '#include <cuda_runtime_api.h>\n#define __global__ __attribute__((global))\n' >"$root/include/cuda_runtime.h"
    cuprum toolkit "$T/t$version" "$root" >/dev/null
    echo '__global__ void k(int *p) { *p = 1; }' >"$T/k.cu"
    nvcc=$T/t$version/bin/nvcc
    echo "$version: $("$nvcc" --list-gpu-arch | tr '\n' ' ')"
    "$nvcc" -ptx "$T/k.cu" -o "$T/k.ptx" && echo "$version: $(head_of "$T/k.ptx")"
    said=$("$nvcc" -ptx -arch=sm_60 "$T/k.cu" -o "$T/k.ptx" 2>&1) && said=$(head_of "$T/k.ptx")
    echo "$version: $said"
done
"$T/t13.0/bin/nvcc" -ptx -arch=sm_60 --ptx-version=8.0 "$T/k.cu" -o "$T/k.ptx" && echo "old PTX: $(head_of "$T/k.ptx")"
echo 'macros: __CUDA_ARCH__ __CUDA_ARCH_LIST__' >"$T/m.cu"
cuprum --no-toolkit -arch=sm_60 --emit=pp "$T/m.cu" -o - | grep macros:
rm -rf "$T"
