# Where a toolkit is found, with small folders in the layouts of NVIDIA's installer and of pip's wheels (one folder a part, as for CUDA 12, or
# one for all, as for CUDA 13), and how --no-toolkit and -v go with it.
# RUN: sh %s %t
# CHECK: nvidia: toolkit: D/tk
# CHECK-NEXT: nvidia: kernel of tk
# CHECK-NEXT: nvidia: device library: D/tk/nvvm/libdevice/libdevice.10.bc
# CHECK-NEXT: path: toolkit: D/tk
# CHECK-NEXT: path: kernel of tk
# CHECK-NEXT: path: device library: D/tk/nvvm/libdevice/libdevice.10.bc
# CHECK-NEXT: pip12: toolkit: D/pip12/nvidia
# CHECK-NEXT: pip12: kernel of pip12
# CHECK-NEXT: pip12: device library: D/pip12/nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc
# CHECK-NEXT: pip13: toolkit: D/pip13/nvidia
# CHECK-NEXT: pip13: kernel of pip13
# CHECK-NEXT: pip13: device library: D/pip13/nvidia/cu13/nvvm/libdevice/libdevice.10.bc
# CHECK-NEXT: venv: toolkit: D/tk
# CHECK-NEXT: no toolkit: headers: cuprum's own
# CHECK-NEXT: no toolkit: device library: cuprum's own
# CHECK-NEXT: incomplete: headers: cuprum's own
# CHECK-NEXT: plain: headers: cuprum's own
# CHECK-NEXT: plain: device library: D/tk/nvvm/libdevice/libdevice.10.bc
d=$1.d
rm -rf "$d" && mkdir -p "$d" && cd "$d" || exit 1
d=$PWD
own=$(command -v cuprum)

# headers NAME RUNTIME CRT: cuda_runtime.h and library.h of NAME in RUNTIME, crt/host_config.h in CRT
headers() {
    mkdir -p "$2" "$3/crt"
    printf '#define __global__ __attribute__((global))\n#define __device__ __attribute__((device))\nextern __device__ __attribute__((device_builtin)) float sinf(float);\n' >"$2/cuda_runtime.h"
    echo "#define NAME of_$1" >"$2/library.h"
    echo >"$3/crt/host_config.h"
}
library() {
    mkdir -p "$1/nvvm/libdevice"
    echo 'target triple = "nvptx64-nvidia-cuda" define float @__nv_sinf(float %a) { ret float 0.0 }' >"$1/nvvm/libdevice/libdevice.10.bc"
}
headers tk tk/include tk/include
library tk
mkdir -p tk/bin && printf '#!/bin/sh\n' >tk/bin/nvcc && chmod +x tk/bin/nvcc
headers pip12 pip12/nvidia/cuda_runtime/include pip12/nvidia/cuda_nvcc/include
library pip12/nvidia/cuda_nvcc
headers pip13 pip13/nvidia/cu13/include pip13/nvidia/cu13/include
library pip13/nvidia/cu13
mkdir -p incomplete/include && cp tk/include/*.h incomplete/include
printf '#if __has_include(<library.h>)\n#include <library.h>\n#else\n#define NAME own\n#endif\n__global__ void NAME(float *p) { *p = sinf(*p); }\n' >k.cu
printf '#include <stddef.h>\n__global__ void k(float *p) { *p = sinf(*p); }\n' >plain.cu

# what -v says, and whose the kernel is
try() {
    name=$1
    shift
    "$@" -v k.cu -o k.ptx 2>&1 | sed -n "s|$d|D|; s|^cuprum: \(.*\): \(.*\)|$name: \1: \2|p" | grep -v -- '->' | grep -v 'device library'
    sed -n "s/.*entry _Z[0-9]*of_\(.*\)Pf(.*/$name: kernel of \1/p" k.ptx
    "$@" -v k.cu -o k.ptx 2>&1 | sed -n "s|$d|D|; s|^cuprum: \(device library\): \(.*\)|$name: \1: \2|p"
}
unset CUDA_PATH NVVMIR_LIBRARY_DIR
CUDA_HOME=$d/tk try nvidia cuprum
unset CUDA_HOME
PATH=$d/tk/bin:$PATH try path "$own"
CUDA_PATH=$d/pip12 try pip12 cuprum
CUDA_PATH=$d/pip13 try pip13 cuprum
VIRTUAL_ENV=$d/pip13 PATH=$d/tk/bin:$PATH try venv "$own" | head -1 # the nvcc on the PATH is asked first
CUDA_HOME=$d/tk try 'no toolkit' cuprum --no-toolkit
CUDA_HOME=$d/incomplete try incomplete cuprum | head -1
# nothing of a toolkit's is included
CUDA_HOME=$d/tk cuprum -v plain.cu -o k.ptx 2>&1 | sed -n "s|$d|D|; s|^cuprum: \(.*\): \(.*\)|plain: \1: \2|p" | grep -v -- '->'
