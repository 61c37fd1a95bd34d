# What tools/check_layers says of floors inside a module, by includes and by objects, and of circles.
# REQUIRES: gcc
# RUN: rm -rf %t.d && mkdir -p %t.d/src/cxx/facts %t.d/src/cxx/lookup %t.d/src/cxx/check %t.d/src/nvvm && top=$PWD && cd %t.d && \
# RUN: L='// SPDX-License-Identifier: Apache-2.0' && for h in cxx lookup/lookup lookup/names_int; do echo "$L" >src/cxx/$h.h; done && \
# RUN: printf "$L"'\n#include "cxx/lookup/lookup.h"\n#include "cxx/cxx.h"\nvoid cxx_high(void);\nvoid cxx_low(void) {\n    cxx_high();\n}\n' >src/cxx/facts/low.c && \
# RUN: printf "$L"'\n#include "cxx/lookup/names_int.h"\nvoid cxx_low(void);\nvoid cxx_answer_high(void);\nvoid cxx_high(void) {\n    cxx_low();\n    cxx_answer_high();\n}\nvoid cxx_answer_high(void) {\n}\n' >src/cxx/lookup/high.c && \
# RUN: printf "$L"'\n#include "cxx/cxx.h"\n#include "cxx/lookup/names_int.h"\nvoid cxx_answer_high(void);\nvoid (*cxx_other_table)(void) = cxx_answer_high;\n' >src/cxx/check/other.c && \
# RUN: printf "$L"'\nvoid cxx_answer_high(void);\nvoid (*cxx_table)(void) = cxx_answer_high;\n' >src/cxx/check/demand.c && \
# RUN: printf "$L"'\nvoid nvvm_b(void);\nvoid nvvm_a(void) {\n    nvvm_b();\n}\n' >src/nvvm/a.c && \
# RUN: printf "$L"'\nvoid nvvm_a(void);\nvoid nvvm_b(void) {\n    nvvm_a();\n}\n' >src/nvvm/b.c && \
# RUN: mkdir src/tile src/tile/ir && for x in "a b" "b a"; do set -- $x; printf "$L"'\nvoid tile_%%s(void);\nvoid tile_%%s(void) {\n    tile_%%s();\n}\n' $2 $1 $2 >src/tile/ir/$1.c; done && \
# RUN: for f in $(find src -name '*.c'); do mkdir -p obj/${f%/*} && gcc -Isrc -c $f -o obj/${f%.c}.o; done && cp obj/src/nvvm/a.o obj/src/nvvm/left_over.o && \
# RUN: $(cd "$top" && realpath %B)/tools/check_layers --objects obj
# EXIT: 1
# CHECK: src/cxx/check/other.c:3: includes the private header of another folder
# CHECK: src/cxx/facts/low.c:2: includes cxx/lookup/lookup.h, which stands above the floor facts
# CHECK: src/cxx/facts/low.c:3: includes cxx/cxx.h, which stands above the floor facts
# CHECK: src/cxx/check/other.c: refers to cxx_answer_high, which is for src/cxx/check/demand.c alone
# CHECK: src/cxx/facts/low.c: calls cxx_high of src/cxx/lookup/high.c, which stands above the floor facts
# CHECK: src/nvvm: 2 objects need each other, at most 1: nvvm/a.c nvvm/b.c
# CHECK-NEXT: src/tile/ir: 2 objects need each other, at most 1: tile/ir/{{a.c tile/ir/b.c|b.c tile/ir/a.c}}
# CHECK-NEXT: 7 things are wrong
