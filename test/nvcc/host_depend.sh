# The rule of a file that only the host's compiler reads (-MD, -MMD, -MF beside the object) names the object and its headers, and the
# source is not written over.
# REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
# RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && echo 'int h;' >h.h && echo '#include "h.h"' >a.cpp && cp a.cpp b.c && \
# RUN: cuprum nvcc -c -MMD a.cpp -o a.o && cat a.d && cuprum nvcc -c -MMD -MF other.mk b.c -o b.o && cat other.mk && cat a.cpp b.c && ls
# EXPECT:
# a.o: a.cpp h.h
# b.o: b.c h.h
# #include "h.h"
# #include "h.h"
# a.cpp
# a.d
# a.o
# b.c
# b.o
# h.h
# other.mk
