# What the host's compiler says of its macros and folders is kept for the next calls (CUPRUM_HOST_CACHE): the result is
# that of asking, whatever macros and folders the command line has, and it is asked again where the answer may have changed.
# REQUIRES: g++
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: asked 1, same
# CHECK: other options: asked 2
# CHECK: macros and folders: asked 2, same
# CHECK: compiler changed: asked 3
# CHECK: folder appeared: asked 4
# CHECK: damaged: asked 5
# CHECK: told by variables: asked 6
# CHECK: told by files: asked 7
# CHECK: switched off: asked 8
# CHECK: not writable: status 0, asked 9
# CHECK: no such options: refused twice
t=$1
rm -rf "$t.d"
mkdir -p "$t.d/bin" "$t.d/a" "$t.d/b" "$t.d/c"
cd "$t.d" || exit 1
real=$(command -v g++)
here=$(pwd)
# counts the questions
cat >bin/g++ <<X
#!/bin/sh
case "\$*" in *-dM*) echo >>$here/asked ;; esac
exec $real -isystem $here/later "\$@"
X
chmod +x bin/g++
export PATH="$here/bin:$PATH" CUPRUM_HOST_CACHE="$here/kept"
asked() { wc -l <asked | tr -d ' '; }
for d in a b c; do
    echo "#define WHERE \"$d\"" >$d/where.h
    echo "#define ONLY_$d \"$d\"" >$d/only_$d.h
done
cat >k.cu <<'X'
#include <cstddef>
#if __has_include(<where.h>)
#include <where.h>
#else
#define WHERE "nowhere"
#endif
#define TEXT_(...) #__VA_ARGS__
#define TEXT(...) TEXT_(__VA_ARGS__)
#ifndef F
#define F(x) none
#endif
__global__ void k() {
    asm volatile("// " WHERE " " TEXT(A) " " TEXT(B) " " TEXT(F(3)) " " TEXT(__OPTIMIZE__) " " TEXT(__GNUC__));
}
X
# the same PTX with a kept answer and without
same() {
    cuprum nvcc -ccbin g++ -ptx k.cu "$@" -o kept.ptx || return
    CUPRUM_HOST_CACHE= PATH=${PATH#*:} cuprum nvcc -ccbin g++ -ptx k.cu "$@" -o fresh.ptx || return
    cmp kept.ptx fresh.ptx || { grep '// ' kept.ptx fresh.ptx; differs=1; }
}
differs=0
same && same
[ "$differs" = 0 ] && echo "asked $(asked), same"
same -O3
echo "other options: asked $(asked)"
same -O3 -DA=1 -DB -Ia -Ib
same -O3 -DA=1 -DA=2 -DB="x y" -UB "-DF(x)=x+1" -Ib -Ia
same -O3 -isystem a -Ib -isystem c
same -O3 -Ia -Ib -isystem a -Inowhere
same -O3 -I a -I "$here/a" -isystem b -D__OPTIMIZE__=7 -U__linux -D__MMX__=12
same -O3 -Ik.cu -Ic/../c -I./a -UA
[ "$differs" = 0 ] && echo "macros and folders: asked $(asked), same"
touch -d '2001-01-01' bin/g++
cuprum nvcc -ccbin g++ -ptx k.cu -o k.ptx
cuprum nvcc -ccbin g++ -ptx k.cu -o k.ptx
echo "compiler changed: asked $(asked)"
mkdir later
cuprum nvcc -ccbin g++ -ptx k.cu -o k.ptx
cuprum nvcc -ccbin g++ -ptx k.cu -o k.ptx
echo "folder appeared: asked $(asked)"
for entry in kept/?/?*; do
    [ "$(basename "$entry")" = size ] || printf 'x' | dd of="$entry" bs=1 seek=300 conv=notrunc 2>/dev/null
done
cuprum nvcc -ccbin g++ -ptx k.cu -o k.ptx
cuprum nvcc -ccbin g++ -ptx k.cu -o k.ptx
echo "damaged: asked $(asked)"
CPLUS_INCLUDE_PATH=$here/c cuprum nvcc -ccbin g++ -ptx k.cu -o k.ptx
echo "told by variables: asked $(asked)"
cuprum nvcc -ccbin g++ -ptx k.cu -Xcompiler -include,"$here/a/only_a.h" -o k.ptx
echo "told by files: asked $(asked)"
CUPRUM_HOST_CACHE= cuprum nvcc -ccbin g++ -ptx k.cu -o k.ptx
echo "switched off: asked $(asked)"
CUPRUM_HOST_CACHE="$here/k.cu/kept" cuprum nvcc -ccbin g++ -ptx k.cu -o k.ptx
echo "not writable: status $?, asked $(asked)"
refused=0
for i in 1 2; do cuprum nvcc -ccbin g++ -ptx k.cu -Xcompiler -fno-such-option -o no.ptx 2>/dev/null || refused=$((refused + 1)); done
[ $refused = 2 ] && [ ! -e no.ptx ] && echo "no such options: refused twice"
