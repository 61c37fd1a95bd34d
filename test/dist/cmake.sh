#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A CMake project finds an installation that was moved, links the library and compiles a kernel; a version that is not there is
# refused. A project of pkg-config's likewise.
# REQUIRES: make, tar, cmake, pkg-config
# TIMEOUT: 120
# RUN: sh %s %B %t
# CHECK: version [[V:[0-9.]+]] in {{.*}}/moved, program {{.*}}/moved/bin/cuprum
# CHECK: client: status 0, PTX: yes
# CHECK: kernel: .visible .entry
# CHECK: version 0.99: refused
# CHECK: version 99: refused
# CHECK: pkg-config: [[V]], {{.*}}/moved/{{.*}}
# CHECK: client: status 0, PTX: yes
. test/tools/inputs/installed.sh
mv "$dir/x" "$dir/moved"
configure() { cmake -S test/dist/inputs/cmake -B "$1" "-DCMAKE_C_COMPILER=$cc" "-DCMAKE_C_FLAGS=$flags" "-DCMAKE_PREFIX_PATH=$dir/moved" "-DWANTED=$2"; }
configure "$dir/one" 0.1 >"$dir/log" 2>&1 && cmake --build "$dir/one" >>"$dir/log" 2>&1 || cat "$dir/log"
sed -n 's/^-- version/version/p' "$dir/log"
echo "client: $("$dir/one/client")"
echo "kernel: $(grep -m1 -o '.visible .entry' "$dir/one/kernel.ptx")"
for v in 0.99 99; do
    configure "$dir/none" $v >"$dir/log" 2>&1 || ! grep -q 'but with no suitable version\|not accepted\|compatible with' "$dir/log" || echo "version $v: refused"
    rm -rf "$dir/none"
done

export PKG_CONFIG_PATH="$dir/moved/lib/pkgconfig"
static=--static
[ -e "$dir/moved/lib/libcuprum.so" ] && static=
# shellcheck disable=SC2046
$cc $flags test/dist/inputs/cmake/client.c $(pkg-config $static --cflags --libs cuprum) -o "$dir/client"
echo "pkg-config: $(pkg-config --modversion cuprum), $(pkg-config --variable=libdir cuprum)"
echo "client: $(LD_LIBRARY_PATH="$dir/moved/lib" "$dir/client")"
