# What build systems ask before anything is compiled: the architectures that --help lists (Ginkgo), the host compiler's version
# through a file that is not there (llama.cpp), a rule for make as the output (FindCUDA); several -MT: the last counts, commas stay.
# REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t
# CHECK: architectures: 46
# CHECK: dialects: c++03 c++11 c++14 c++17 c++20
# CHECK: 'legacy','null','per-thread'
# CHECK: --extended-lambda  (-extended-lambda)
# CHECK: version: 1 line, status 1
# CHECK: syntax: 0, linked 1
# CHECK: x.dep: x.o : x.cu
# CHECK: printed: 0
# CHECK: both: x.o : x.cu
# CHECK: last,one : x.cu
# CHECK: z.o: z.cpp
# CHECK: passed over: 0
# CHECK: Could not open input file 'no.cu'
# CHECK: C alone: 0
# CHECK: No host compiler was found for C++: 'gcc' compiles C alone ("apt-get install g++" brings one)
# CHECK-NEXT: error: unrecognized {{.*}}-fnonsense
# CHECK-NEXT: Failed to preprocess host compiler properties
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
nvcc() { cuprum nvcc --no-toolkit "$@"; }
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
echo "architectures: $(nvcc --help | grep -oE "'(sm|compute)_[0-9]+[af]?'" | sort -u | wc -l)"
echo "dialects:" $(nvcc --help | sed -n "/^--std/,/^--no/s/.*Allowed.*:  \(.*\)[.]/\1/p" | tr -d "'" | tr , ' ')
nvcc --help | grep -o "'legacy','null','per-thread'"
nvcc --help | grep -e '^--extended-lambda'
nvcc .c -Xcompiler "-dumpfullversion -dumpversion" >out 2>err
status=$?
echo "version: $(grep -c "^[0-9.]*$" out) line, status $status"
echo 'int main() { return 0; }' >x.cu
cp x.cu z.cpp
nvcc -c x.cu -Xcompiler -fsyntax-only && echo "syntax: $?, linked $(nvcc x.cu -Xcompiler -fsyntax-only 2>err; echo $?)"
nvcc -MM x.cu -o x.dep >printed && echo "x.dep: $(cat x.dep)"
echo "printed: $(wc -l <printed)"
nvcc -MM x.cu -o x.dep -MF other && echo "both: $(cat x.dep)" && test ! -f other || echo written
nvcc -MM -MT first -MT last,one x.cu 2>err
nvcc -MM z.cpp -o z.dep && cat z.dep
nvcc -c no.o
echo "passed over: $?"
nvcc -c no.cu 2>&1 || true
# a gcc without its C++ part, and no g++
mkdir bin
for p in ld as sh; do ln -s "$(command -v $p)" bin/; done
printf '#!/bin/sh\ncase $1 in -print-prog-name*) echo cc1plus;; *) exec %s "$@";; esac\n' "$(command -v gcc)" >bin/gcc
chmod +x bin/gcc
echo 'int f;' >c.c
cuprum=$(command -v cuprum)
PATH=$PWD/bin "$cuprum" nvcc --no-toolkit -c c.c && echo "C alone: $?"
PATH=$PWD/bin "$cuprum" nvcc --no-toolkit -c x.cu 2>&1
nvcc -c x.cu -Xcompiler -fnonsense 2>&1 || true
