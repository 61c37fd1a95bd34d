# SPDX-License-Identifier: Apache-2.0
# Without a toolkit the host API's declarations are read only where the unit may say a name of them:
# in its text, made by ## or a joined line, from a header, or from the command line.
# RUN: sh %s %t
# CHECK: device: 0 declarations
# CHECK-NEXT: text: read
# CHECK-NEXT: launch: read
# CHECK-NEXT: paste: read
# CHECK-NEXT: joined: read
# CHECK-NEXT: header: read
# CHECK-NEXT: digraph: read
# CHECK-NEXT: hidden: read
# CHECK-NEXT: -include: read
# CHECK-NEXT: -D: read
# CHECK-NEXT: -D ##: read
# CHECK-NEXT: other -D: 0 declarations
# CHECK-NEXT: cuda_runtime.h: read
# CHECK-NEXT: stream converted
t=$1
printf 'inline auto q(void **p) { return cudaMalloc(p, 1); }\n' >$t.h

# unit NAME TEXT OPTION...: compiles it, says whether the preprocessed text has the declarations
unit() {
    name=$1
    printf "$2" >$t.cu
    shift 2
    cuprum $t.cu -arch=sm_90 -o $t.ptx "$@" || echo "$name: does not compile"
    n=$(cuprum --emit=pp $t.cu "$@" | grep -c CUevent_st)
    [ $n = 0 ] && echo "$name: 0 declarations" || echo "$name: read"
}

kernel='__global__ void k(int *p) { *p = 1; }\n'
unit device "$kernel"'#if 1\n#define ONE \\\\\n    1\n#endif\n'
unit text "$kernel"'void h(void *p) { cudaFree(p); }\n'
unit launch "$kernel"'void h(int *p) { k<<<1, 1>>>(p); }\n'
unit paste "$kernel"'#define RT(x) cu##x\nvoid h(void *p) { RT(daFree)(p); }\n'
unit joined "$kernel"'void h(void *p) { cu\\\\\ndaFree(p); }\n'
unit header "$kernel"'#include "'$t'.h"\n'
unit digraph "$kernel"'%%:  include "'$t'.h"\n'
unit hidden "$kernel"'#/**/include "'$t'.h"\n'
unit -include "$kernel" -include $t.h
unit -D "$kernel"'void h(void *p) { FREE(p); }\n' -DFREE=cudaFree
unit '-D ##' "$kernel"'void h(void *p) { RT(daFree)(p); }\n' '-DRT(x)=cu##x'
unit 'other -D' "$kernel" -DN=1 -UM
unit cuda_runtime.h '#include <cuda_runtime.h>\n'"$kernel"

# the stream's type is the launch's own business
printf '__global__ void k();\nvoid h() { k<<<1, 1, 0, 0>>>(); }\n__global__ void k() {}\n' >$t.cu
cuprum $t.cu -arch=sm_90 -o $t.ptx && echo stream converted
