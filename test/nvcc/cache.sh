# --cache=DIR and CUPRUM_CACHE: what is taken from the cache is what a compilation makes, with its warnings; what it
# depends on misses; damaged entries, folders that cannot be written, parallel builds and small limits do no harm.
# RUN: sh %s %t
# REQUIRES: g++
# TIMEOUT: 120
# CHECK: first: ptx 0 found 1 not
# CHECK: again: ptx 1 found 1 not
# CHECK: the same bytes
# CHECK: the same warnings
# CHECK: warning #177-D
# CHECK: clean: ptx 1 found 2 not
# CHECK: comment in it: ptx 2 found 2 not
# CHECK: comment before a warning: ptx 2 found 3 not
# CHECK: header: ptx 2 found 4 not
# CHECK: header as before: ptx 3 found 4 not
# CHECK: option: ptx 3 found 5 not
# CHECK: architecture: ptx 3 found 6 not
# CHECK: lines: ptx 3 found 7 not
# CHECK: lines moved: ptx 3 found 8 not
# CHECK: lines again: ptx 4 found 8 not
# CHECK: __builtin_LINE: ptx 4 found 9 not
# CHECK: __builtin_LINE moved: ptx 4 found 10 not
# CHECK: system header: ptx 4 found 11 not
# CHECK: warning #177-D
# CHECK: user header: ptx 4 found 12 not
# CHECK: errors are not kept: error: identifier "wrong" is undefined
# CHECK: errors are not kept: error: identifier "wrong" is undefined
# CHECK: damaged: ptx 0 found 2 not
# CHECK: cut: ptx 0 found 3 not
# CHECK: repaired: ptx 1 found 3 not
# CHECK: option off: ptx 0 found 0 not
# CHECK: option wins: ptx 0 found 1 not
# CHECK: unwritable: 1 warnings, status 0
# CHECK: side by side: all the same, nothing left over
# CHECK: no cache: status 1
# CHECK: few of 40 left, the newest and the one in use among them
# CHECK: two architectures: ptx 0 found 2 not
# CHECK: two again: ptx 2 found 2 not
# CHECK: found in two: same
# CHECK: rule: ptx 3 found 2 not
# CHECK: rule: ptx 4 found 2 not
# CHECK: rule.o : k.cu {{.*}}h.h
# CHECK: own: ptx 0 found 1 not
# CHECK: own changed: ptx 0 found 3 not
# CHECK: names: right
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS CUPRUM_CACHE
cache=cache
nvcc() { cuprum nvcc --no-toolkit -arch=compute_80 -code=compute_80 "$@"; }
count() { # NAME: what the cache was good for
    size() { if [ -f "$cache/$1" ]; then wc -c <"$cache/$1" | tr -d ' '; else echo 0; fi; }
    echo "$1: ptx $(size found.ptx) found $(size missed.ptx) not"
}
try() { name=$1 && shift && nvcc "--cache=$cache" "$@" && count "$name"; }
echo '#define ADD 1' >h.h
cat >warns.cu <<'X2'
#include "h.h"
__global__ void add(int *p) { int unused; *p += ADD; }
X2
cat >k.cu <<'X2'
#include "h.h"
__global__ void add(int *p) { *p += ADD; }
X2
nvcc -fatbin warns.cu -o plain.fatbin 2>plain.txt
try first -fatbin warns.cu -o 1.fatbin 2>1.txt
try again -fatbin warns.cu -o 2.fatbin 2>2.txt
cmp plain.fatbin 1.fatbin && cmp 1.fatbin 2.fatbin && echo the same bytes
cmp plain.txt 1.txt && cmp 1.txt 2.txt && echo the same warnings && cat 2.txt

# what the code depends on
try clean -ptx k.cu -o 1.ptx
sed -i.old 's|^__|/* of no meaning */ __|' k.cu
try 'comment in it' -ptx k.cu -o 2.ptx && cmp 1.ptx 2.ptx
sed -i.old 's|^__|/* moves it */ __|' warns.cu
try 'comment before a warning' -fatbin warns.cu -o 3.fatbin 2>/dev/null
echo '#define ADD 2' >h.h
try header -ptx k.cu -o 3.ptx
echo '#define ADD 1' >h.h
try 'header as before' -ptx k.cu -o 3.ptx && cmp 1.ptx 3.ptx
try option -ptx -ftz=true k.cu -o 3.ptx
cuprum nvcc --no-toolkit --cache=cache -arch=compute_90 -ptx k.cu -o 3.ptx && count architecture
try lines -ptx -lineinfo k.cu -o 4.ptx
cp k.cu k.old && echo '/* */' | cat - k.old >k.cu
try 'lines moved' -ptx -lineinfo k.cu -o 5.ptx
cmp -s 4.ptx 5.ptx && echo 'the same lines'
try 'lines again' -ptx -lineinfo k.cu -o 6.ptx && cmp 5.ptx 6.ptx
echo '__global__ void k(int *p) { *p = __builtin_LINE(); }' >line.cu
try __builtin_LINE -ptx line.cu -o 7.ptx
echo >line.cu && echo '__global__ void k(int *p) { *p = __builtin_LINE(); }' >>line.cu
try '__builtin_LINE moved' -ptx line.cu -o 7.ptx
mkdir sys && mv warns.cu sys/w.h && echo '#include <w.h>' >s.cu && cp h.h sys
try 'system header' -ptx -isystem sys s.cu -o 8.ptx
try 'user header' -ptx -Isys s.cu -o 8.ptx 2>&1

# errors
echo '__global__ void k() { wrong; }' >wrong.cu
for i in 1 2; do nvcc --cache=cache -ptx wrong.cu 2>&1 | sed -n 's/.*error/errors are not kept: error/p'; done

# damage: of an entry's contents, and of its length
cache=damage
nvcc --cache=damage -ptx k.cu -o 1.ptx
entry=$(ls damage/*/* | grep -v size)
printf X | dd of="$entry" bs=1 seek=200 conv=notrunc 2>/dev/null
try damaged -ptx k.cu -o 2.ptx && cmp 1.ptx 2.ptx
dd if="$entry" of=part bs=1 count=150 2>/dev/null && cp part "$entry"
try cut -ptx k.cu -o 2.ptx && cmp 1.ptx 2.ptx
try repaired -ptx k.cu -o 2.ptx && cmp 1.ptx 2.ptx

# which one
cache=named
export CUPRUM_CACHE=named
nvcc --cache= -ptx k.cu -o 2.ptx && count 'option off'
cache=wins
try 'option wins' -ptx k.cu -o 2.ptx && [ ! -e named ] || echo "not off"
unset CUPRUM_CACHE
echo a file >file
nvcc --cache=file/cache -gencode arch=compute_90,code=compute_90 -fatbin k.cu -o u.fatbin 2>u.txt
echo "unwritable: $(grep -c 'Nothing can be kept in the cache' u.txt) warnings, status $?"

# eight at once
for i in 1 2 3 4 5 6 7 8; do nvcc --cache=many -ptx k.cu -o many$i.ptx & done
wait
same=all
for i in 1 2 3 4 5 6 7 8; do cmp many$i.ptx 1.ptx || same=not; done
[ "$(ls many/* | grep -c new-)" = 0 ] && echo "side by side: $same the same, nothing left over"
nvcc --cache-stats 2>/dev/null
echo "no cache: status $?"

# a megabyte holds 64 KiB in each of sixteen folders; a unit of these has about 25
i=0
awk 'BEGIN { for (i = 0; i < 80; i++) printf "__global__ void k%d(int *p) { *p += %d + N; }\n", i, i }' >big.cu
small() { nvcc --cache=small --cache-size=1 "-DN=$1" -ptx big.cu -o "$2"; }
while [ $i -lt 40 ]; do small $i big.ptx; small 0 always.ptx; i=$((i + 1)); done # the first is always in use
left=$(ls small/* | grep -c ..........)
kib=$(du -sk --apparent-size small | cut -f1)
cache=small
before=$(count before)
small 39 big2.ptx && cmp big.ptx big2.ptx
[ "$before" != "$(count before)" ] && [ "$left" -gt 0 ] && [ "$left" -lt 40 ] && [ "$kib" -lt 2000 ] &&
    [ "$(count x)" = 'x: ptx 41 found 40 not' ] && echo "few of 40 left, the newest and the one in use among them" || echo "$left, $kib KiB, $(count x)"

# threads
cache=two
two() { cuprum nvcc --no-toolkit --cache=two -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90,code=compute_90 -t 2 -c k.cu -o "$1"; }
two 1.o && count 'two architectures' && two 2.o && count 'two again' && cmp 1.o 2.o && echo "found in two: same"

# rules for make, of a unit that is found
for i in 1 2; do try rule -MMD -c k.cu -o rule.o && cp rule.d rule$i.d; done
cmp rule1.d rule2.d && tr -d '\\\n' <rule2.d | grep -o 'rule.o.*h.h'

# names of what is the unit's own begin with a hash of its text
cache=own
cat >own.cu <<'X2'
static __device__ int own[4];
namespace { __global__ void k(int *p) { *p = own[*p]; } struct S {}; template <class T> __global__ void t(T *) {} }
void run(int *p) { k<<<1, 1>>>(p); t<<<1, 1>>>((S *)p); own[0]; }
X2
try own -dc own.cu -o 1.o && nvcc --cache=own -c own.cu -o 2.o
sed -i.old 's|^static|/* changed */ static|' own.cu
try 'own changed' -dc own.cu -o 3.o && nvcc --cache=own -c own.cu -o 4.o
nvcc -dc own.cu -o 5.o && nvcc -c own.cu -o 6.o
! cmp -s 1.o 3.o && cmp 3.o 5.o && cmp 4.o 6.o && echo names: right
