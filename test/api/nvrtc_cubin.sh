# SPDX-License-Identifier: Apache-2.0
# REQUIRES: ptxas, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %B %t
# nvrtcGetCUBIN: machine code by ptxas with its options, the PTX under `cuprum exec`.
# EXPECT:
#   NVRTC_ERROR_COMPILATION
#   | ptxas fatal   : Unknown option '-bogus'
#   NVRTC_SUCCESS
#   | ptxas warning : For profile sm_90 adjusting per thread register count of 16 to lower bound of 24
#   NVRTC_SUCCESS
#   NVRTC_SUCCESS
# 20 calls
# machine code
# machine code
B=$1 T=$2
cat >$T.txt <<'END'
text T
__global__ void k(int *p) { *p = 1; }
.
each -arch=sm_90 -Xptxas=--bogus
each -arch=sm_90 --maxrregcount=16
each -arch=sm_90 -rdc=true -lineinfo
each -arch=compute_90 -Xptxas=--bogus
END
"$B/tools/nvrtc-client" "$B/lib/cuprum/libnvrtc.so.13" script $T.txt | grep -v '^>'
cat >$T.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int nvrtcCreateProgram(void **, const char *, const char *, int, const char *const *, const char *const *);
int nvrtcCompileProgram(void *, int, const char *const *);
int nvrtcGetCUBINSize(void *, size_t *);
int nvrtcGetCUBIN(void *, char *);
int main(void) {
    void *p;
    size_t n = 0;
    const char *option = "-arch=sm_90";
    nvrtcCreateProgram(&p, "__global__ void k() {}", "x.cu", 0, 0, 0);
    nvrtcCompileProgram(p, 1, &option);
    nvrtcGetCUBINSize(p, &n);
    char *code = malloc(n);
    nvrtcGetCUBIN(p, code);
    puts(memcmp(code, "\177ELF", 4) ? code[n - 1] ? "neither" : "PTX" : "machine code");
    return 0;
}
END
cc -o $T.exe $T.c "$B/lib/cuprum/libnvrtc.so.13" -Wl,-rpath,"$PWD/$B/lib/cuprum" || exit 1
$T.exe
CUPRUM_EXEC= $T.exe
rm -f $T.exe $T.c
