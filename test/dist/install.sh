#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `make install` writes down what it installs, all of it; what it installed may be moved; a second installation takes away what an
# older one had; `make uninstall` leaves a prefix as it was, with what others have there.
# REQUIRES: make, tar
# TIMEOUT: 120
# RUN: sh %s %B %t
# CHECK: manifest is complete: yes
# CHECK: folders made: {{.*}}lib/cuprum/{{.*}}
# CHECK: names the folder: none
# CHECK: compiles where it was moved to: yes
# CHECK: own prefix: gone
# CHECK: an older version's file: gone
# CHECK: twice: the same manifest
# CHECK: left: ./lib/other.txt ./share/man/man1/other.1
# CHECK: folders left: . ./lib ./share ./share/man ./share/man/man1
# CHECK: a second time: status 1
. test/tools/inputs/installed.sh # makes the folder anew
set +e
make() { command make -s "V=${variant:-release}" "VDIR=$vdir" "PREFIX=$dir/x" "$@"; }
manifest=$dir/x/share/cuprum/manifest
grep -v '/$' "$manifest" >"$dir/files"
(cd "$dir/x" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort) >"$dir/there"
echo "manifest is complete: $(cmp -s "$dir/files" "$dir/there" && [ "$(wc -l <"$dir/files")" -gt 100 ] && echo yes)"
echo "folders made: $(grep '/$' "$manifest" | tr '\n' ' ')"

mv "$dir/x" "$dir/moved"
names=$(grep -rlF "$dir/x" "$dir/moved" | tr '\n' ' ')
echo "names the folder: ${names:-none}"
"$dir/moved/bin/cuprum" examples/saxpy.cu --no-toolkit -o "$dir/saxpy.ptx" && grep -q '.entry saxpy' "$dir/saxpy.ptx" && echo "compiles where it was moved to: yes"
mv "$dir/moved" "$dir/x"

make uninstall >/dev/null
echo "own prefix: $([ -e "$dir/x" ] || echo gone)"

mkdir -p "$dir/x/lib" "$dir/x/share/man/man1" # of others
touch "$dir/x/lib/other.txt" "$dir/x/share/man/man1/other.1"
make install >/dev/null
cp "$manifest" "$dir/manifest"
touch "$dir/x/lib/older.so" && echo lib/older.so >>"$manifest"
make install >/dev/null
echo "an older version's file: $([ -e "$dir/x/lib/older.so" ] || echo gone)"
cmp -s "$manifest" "$dir/manifest" && echo "twice: the same manifest"

make uninstall >/dev/null
echo "left: $(cd "$dir/x" && find . ! -type d | LC_ALL=C sort | tr '\n' ' ')"
echo "folders left: $(cd "$dir/x" && find . -type d | LC_ALL=C sort | tr '\n' ' ')"
make uninstall 2>/dev/null
status=$? # make's own is 2
echo "a second time: status $((status > 0))"
