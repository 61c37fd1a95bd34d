# -cubin runs ptxas; without one it is an error, and nothing is left behind.
# REQUIRES: ptxas
# RUN: sh %s %t
# CHECK: ELF ELF
# CHECK: error: ptxas failed with status 255
# CHECK: 1
# CHECK: error: -cubin needs ptxas, which was not found (PATH, CUDA_HOME)
# CHECK: 1
# CHECK: left: bad.cu k.cu k.cubin tmp
d=$1.d
rm -rf "$d" && mkdir -p "$d/tmp" && cd "$d" || exit 1
export TMPDIR=$d/tmp
echo '__global__ void k(int *p) { *p = 1; }' >k.cu
echo '__global__ void k(int *p) { asm("frobnicate %0;" :: "r"(*p)); }' >bad.cu
cuprum k.cu -cubin -arch=sm_90 && cuprum k.cu -cubin -arch=sm_90 -o - >two
echo "$(head -c 4 k.cubin | tr -cd 'A-Z') $(head -c 4 two | tr -cd 'A-Z')"
rm -f two
cuprum bad.cu -cubin -arch=sm_90 2>&1; echo $?
CUDA_HOME=$d/none PATH=$(dirname "$(command -v cuprum)") cuprum k.cu -cubin -o x.cubin 2>&1; echo $?
echo left: * tmp/*| sed 's/ tmp.\*//'
