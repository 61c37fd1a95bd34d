#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# packaging/wheel/build.sh STAGE FOLDER: the Python wheel. pip lays the staged tree under the environment's prefix, so that `cuprum` there
# is the program itself. A wheel has no symbolic links; in their places stand
#   libraries with other names    a library without code that needs the real one: both are one in a process
#   lib/libcuprum.so              a line for the linker
#   lib/cuprum/bin/ptxas, tileiras   scripts;   bin/cuprum-cicc: an entry point of Python's
# pip removes a folder with the last of its files, but not the folders around it, so all but bin and lib's own files lies in lib/cuprum.
# Environment: CC, MACHINE, COMPILER, VERSION, SOURCE_DATE_EPOCH
set -e
here=$(dirname "$0")
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cp -R "$1/." "$tree/"
find "$tree" -type l | while read -r link; do
    target=$(readlink "$link") name=$(basename "$link")
    rm "$link"
    case ${link#"$tree/"} in
    bin/*) ;;
    lib/libcuprum.so) echo "INPUT($target)" >"$link" ;;
    lib/cuprum/bin/ptxas | lib/cuprum/bin/tileiras)
        printf '#!/bin/sh\nexec "${0%%/*}/%s" %s "$@"\n' "$target" "$name" >"$link"
        chmod 755 "$link"
        ;;
    *)
        real=$(readlink -f "$1/${link#"$tree/"}")
        if [ "$(basename "$real")" = "$name" ]; then
            cp "$real" "$link"
        else
            $CC -shared -nostdlib -s -o "$link" -Wl,-soname,"$name" -Wl,--no-as-needed -Wl,--build-id=none -Wl,-z,noexecstack -Wl,-rpath,'$ORIGIN' "$real"
        fi
        ;;
    esac
done
mv "$tree/lib/cmake/Cuprum" "$tree/lib/cuprum/cmake" && rmdir "$tree/lib/cmake"
mv "$tree/include" "$tree/share" "$tree/lib/cuprum/"
rm "$tree/lib/cuprum/share/cuprum/manifest" # pip has a list of its own
sed -i 's|${Cuprum_ROOT_DIR}/include|${Cuprum_ROOT_DIR}/lib/cuprum/include|' "$tree/lib/cuprum/cmake/CuprumConfig.cmake"
sed -i 's|${prefix}/include|${libdir}/cuprum/include|' "$tree/lib/pkgconfig/cuprum.pc"
# the newest version of glibc that anything asks for is the oldest that will do
glibc=$(find "$tree/bin" "$tree/lib" -type f ! -name '*.a' -exec objdump -T {} + 2>/dev/null | grep -o 'GLIBC_2\.[0-9]*' | sort -u | sort -t. -k2n | tail -1)
[ -n "$glibc" ] || { echo "wheel: the libraries were not linked with glibc: no tag for that" >&2; exit 1; }
exec python3 "$here/build.py" "$tree" "$2" --version="$VERSION" --tag="manylinux_2_${glibc#GLIBC_2.}_$MACHINE" \
    --build="$([ "$COMPILER" = gcc ] || echo "1$COMPILER")" --epoch="$SOURCE_DATE_EPOCH"
