#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The device math library as other compilers take libdevice.10.bc: with its triple and data layout, by which LLVM's
# linker knows such a library (it warns of no other layout then). LLVM 7's has typed pointers, and libNVVM's of that
# age does not know two intrinsics: it gets their instructions.
#   tools/libdevice.sh CUPRUM device.bc OUTPUT [modern|llvm7]
layout=e-i64:64-v16:16-v32:32-n16:32:64
old=
[ "$4" = llvm7 ] && old='/^declare .*@llvm.nvvm.rcp.approx.ftz.f(/d
    /^declare .*@llvm.nvvm.rsqrt.approx.ftz.d(/d
    s/@llvm.nvvm.rcp.approx.ftz.f(/asm "rcp.approx.ftz.f32 $0, $1;", "=f,f"(/
    s/@llvm.nvvm.rsqrt.approx.ftz.d(/asm "rsqrt.approx.ftz.f64 $0, $1;", "=d,d"(/'
"$1" dis "$2" -o - | sed -e "s/^target datalayout = .*/target datalayout = \"$layout\"/" \
    -e 's/^target triple = .*/target triple = "nvptx64-nvidia-gpulibs"/' -e "$old" | "$1" as --dialect="${4:-modern}" - -o "$3"
