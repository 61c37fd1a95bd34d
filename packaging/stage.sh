#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The one list of what is installed: lays all of it into a folder, as it lies under a prefix, and writes down what it laid there
# in share/cuprum/manifest, a path a line. `make install` copies the folder, each package is made of it, and `make uninstall` reads
# the manifest, so that none can forget a file. Nothing in it names the folder where it lies: it may be moved.
#   packaging/stage.sh FOLDER         in the root of the tree; environment: B the build folder, VERSION, STRIP (a program, or nothing)
# What a variant of the build lacks (make V=asan) is left out.
set -e
umask 022
to=$1
mkdir -p "$to/bin" "$to/include" "$to/lib/pkgconfig" "$to/lib/cmake/Cuprum" "$to/share/cuprum" "$to/share/doc/cuprum" \
    "$to/share/man/man1" "$to/share/man/man3"

# the program
cp "$B/bin/cuprum" "$to/bin/"
ln -s cuprum "$to/bin/cuprum-cicc"

# libraries: ours, and those in the place of others
cp -P "$B"/lib/libcuprum.* "$to/lib/"
if [ -e "$B/lib/libnvvm.so" ]; then
    mkdir -p "$to/lib/cuprum/nvvm/lib64"
    cp -P "$B"/lib/libnvvm.so* "$to/lib/cuprum/nvvm/lib64/"
fi
if [ -e "$B/lib/cuprum/libcuda.so.1" ]; then
    mkdir -p "$to/lib/cuprum/bin"
    cp -P "$B"/lib/cuprum/lib*.so* "$B"/lib/cuprum/lib*.a "$to/lib/cuprum/"
    ln -sf nvvm/lib64/libnvvm.so.4 "$to/lib/cuprum/libnvvm.so.4"
    ln -s ../../../bin/cuprum "$to/lib/cuprum/bin/ptxas"
    ln -s ../../../bin/cuprum "$to/lib/cuprum/bin/tileiras"
fi
if [ -e "$B/lib/cuprum/cuprum-gpu" ]; then cp "$B/lib/cuprum/cuprum-gpu" "$to/lib/cuprum/"; fi
if [ -n "$STRIP" ]; then # a static library keeps the names that a linker asks for
    find "$to/bin" "$to/lib" -type f ! -name '*.a' -exec "$STRIP" --strip-unneeded -R .comment {} +
    find "$to/lib" -type f -name '*.a' -exec "$STRIP" -D --strip-debug -R .comment {} +
fi
# after stripping, which would part them
mkdir -p "$to/lib/cuprum/driver"
ln "$to/bin/cuprum" "$to/lib/cuprum/driver/nvcc"

# for those who compile and link with them
cp include/*.h "$to/include/"
cp -R lib/include lib/device "$to/share/cuprum/"
cp "$B"/gen/include/*.h "$to/share/cuprum/include/"
cp "$B"/gen/libdevice.10.bc "$B"/gen/libdevice.10.llvm7.bc "$to/share/cuprum/"
sed "s|@VERSION@|$VERSION|" packaging/cuprum.pc.in >"$to/lib/pkgconfig/cuprum.pc"
cp packaging/cmake/CuprumConfig.cmake "$to/lib/cmake/Cuprum/"
sed "s|@VERSION@|$VERSION|" packaging/cmake/CuprumConfigVersion.cmake.in >"$to/lib/cmake/Cuprum/CuprumConfigVersion.cmake"

# for readers and shells
tools/man.sh "$B/gen/bin/cuprum" >"$to/share/man/man1/cuprum.1"
echo ".so man1/cuprum.1" >"$to/share/man/man1/cuprum-cicc.1"
cp doc/man/cuprum.3 "$to/share/man/man3/"
for n in $(sed -n 's/^CUPRUM_API.*[ *]\(cuprum_[a-z_]*\)(.*/\1/p' include/cuprum.h); do
    echo ".so man3/cuprum.3" >"$to/share/man/man3/$n.3"
done
cp examples/embed.c LICENSE CHANGELOG.md "$to/share/doc/cuprum/"
for c in bash-completion/completions/cuprum zsh/site-functions/_cuprum fish/vendor_completions.d/cuprum.fish; do
    mkdir -p "$to/share/$(dirname $c)"
    cp "packaging/completions/$(basename $c)" "$to/share/$c"
done

chmod -R u=rwX,go=rX "$to"
packaging/manifest.sh "$to"
