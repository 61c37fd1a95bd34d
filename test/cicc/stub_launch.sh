# The host stub launches by the macro __cudaLaunch of the toolkit whose headers the unit was made of: it takes the kernel, in CUDA
# 13.0 also whether that is one of tiles. Where no header tells, and where it takes something else, by the functions behind it.
# The text is compiled beside a header of each form.
# REQUIRES: g++
# RUN: sh %s %t
# CHECK: one: 1 launch, compiles
# CHECK: legacy: 1 launch, compiles
# CHECK: tile: 1 launch, compiles
# CHECK: many: cudaLaunchKernel, compiles
# CHECK: without: cudaLaunchKernel, compiles
# CHECK: not preprocessed with a toolkit: cudaLaunchKernel
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
# header FOLDER LAUNCH: the folder's crt/host_runtime.h, and what the stub calls from elsewhere
header() {
    mkdir -p "$1/crt" && touch "$1/crt/host_config.h"
    cat >"$1/crt/host_runtime.h" <<Y
struct dim3 { unsigned x, y, z; };
typedef struct CUstream_st *cudaStream_t;
enum cudaError_t { cudaSuccess };
extern "C" cudaError_t __cudaPopCallConfiguration(dim3 *, dim3 *, unsigned long *, void *);
extern "C" cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, unsigned long, cudaStream_t);
extern int launched(void *, void **, int, int);
typedef unsigned long size_t;
#define __cudaLaunchPrologue(n) void *__args_arr[n]; int __args_idx = 0
#define __cudaSetupArgSimple(arg, at) __args_arr[__args_idx++] = (void *)&arg
#define __nv_dummy_param_ref(a) (void)(a)
#define __nv_save_fatbinhandle_for_managed_rt(a) (void)(a)
#define __cudaRegisterEntry(t, f, name, n) (void)(f)
#define __cudaRegisterBinary(f) f(nullptr)
$2
Y
}
one='#define __cudaLaunch(fun) launched(fun, __args_arr, __args_idx, 0)'
header one "$one"
header legacy "#ifdef __NV_LEGACY_LAUNCH
$one
#else
#define __cudaLaunch(fun) \\
    launched(fun, __args_arr, __args_idx, 1)
#endif"
header tile '#define __cudaLaunch(fun, tile) launched(fun, __args_arr, __args_idx, tile)'
header many '#define __cudaLaunch(fun, tile, more) launched(fun, __args_arr, __args_idx, more)'
header without ''
unit() { # [FOLDER]: as nvcc has preprocessed it
    [ $# = 0 ] || printf '# 1 "%s/crt/host_config.h" 1 3\n# 2 "k.cu" 2\n' "$1"
    echo '__attribute__((global)) void k(int *p, const int *__restrict__ q) { *p = *q; } __attribute__((global)) void none() {}'
}
stub() { # NAME: what its launch is
    cicc -arch compute_90 -m64 --orig_src_file_name k.cu --include_file_name k.fatbin.c --stub_file_name stub.c k.ii -o k.ptx || return
    grep -q '__cudaLaunch(' stub.c && form='1 launch' || form=$(grep -o 'cudaLaunchKernel' stub.c | head -1)
    printf '%s: %s' "$1" "$form"
}
touch k.fatbin.c
for name in one legacy tile many without; do
    unit $name >k.ii
    stub $name
    { echo 'void k(int *, const int *__restrict__); void none();'; echo '#include "stub.c"'; } >host.cpp
    g++ -Wall -Wextra -Werror -I$name -c host.cpp -o host.o >log 2>&1 && echo ', compiles' || { echo ', does not compile'; cat log; }
done
unit >k.ii
stub 'not preprocessed with a toolkit'
echo
