#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `make install` gives a tree with which a program of somebody else's links, statically and (where the
# variant has it) with the shared library.
# REQUIRES: make
# TIMEOUT: 120
# RUN: sh %s %B %t
# CHECK: static: .visible .entry k(
# CHECK: foreign names: none
# CHECK: shared: .visible .entry k(
# CHECK: installed: .visible .entry k(
# CHECK: usage: cicc
. test/tools/inputs/installed.sh

cat >"$dir/use.c" <<'END'
#include <cuprum.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    const char *options[] = {"-arch=sm_90"};
    const char *text = "extern \"C\" __global__ void k(int *p) { *p = 1; }";
    cuprum_result *r = cuprum_compile("k.cu", text, strlen(text), options, 1);
    const char *entry = strstr(cuprum_result_output(r, NULL), ".visible .entry");
    printf("%s: %.20s\n", argv[1], entry ? entry : cuprum_result_log(r, NULL));
    cuprum_result_free(r);
    return 0;
}
END
$cc $flags -I"$dir/x/include" -o "$dir/static" "$dir/use.c" "$dir/x/lib/libcuprum.a" -pthread -lm -ldl
"$dir/static" static
# internal names are not global in it
foreign=$(nm -g --defined-only "$dir/x/lib/libcuprum.a" | grep ' [A-Z] ' | grep -v -e ' cuprum_' -e ' _' | head -5)
echo "foreign names: ${foreign:-none}"
if [ -e "$dir/x/lib/libcuprum.so" ]; then
    $cc -I"$dir/x/include" -o "$dir/shared" "$dir/use.c" -L"$dir/x/lib" -lcuprum
    LD_LIBRARY_PATH="$dir/x/lib" "$dir/shared" shared
    test "$(readlink "$dir/x/lib/libcuprum.so")" = libcuprum.so.0
else
    echo "shared: .visible .entry k( (not in this variant)"
fi
echo 'extern "C" __global__ void k(int *p) { *p = 1; }' >"$dir/k.cu"
cd "$dir"
x/bin/cuprum k.cu -arch=sm_90 -o k.ptx
echo "installed: $(grep entry k.ptx)"
x/bin/cuprum-cicc --help | head -1
