# The path of the fat binary stands in a string of the assembler's inside of one of C++.
# REQUIRES: g++
# RUN: rm -rf %t.d && mkdir -p '%t.d/a"b' '%t.d/c\d' '%t.d/e f' && cd %t.d && \
# RUN: printf '__global__ void k(int *p) { *p = 1; }\nint main() { k<<<1, 1>>>(0); }\n' >k.cu && \
# RUN: for d in 'a"b' 'c\d' 'e f'; do cuprum nvcc --no-toolkit -c k.cu -o "$d/k.o" --keep --keep-dir "$d" && test -s "$d/k.o" && echo "made in $d"; done
# CHECK: made in a"b
# CHECK-NEXT: made in c\d
# CHECK-NEXT: made in e f
