# SPDX-License-Identifier: Apache-2.0
# Sourced with the build folder and a stem as $1 and $2: installs that build's variant under $dir/x. Sets
# $dir, $cc and $flags (the compiler, and what it needs to link with this variant).
set -eu
build=${1#"$PWD/"} dir=$2.d
variant=${build#build} variant=${variant#/} vdir=${variant:-release}
rm -rf "$dir" && mkdir -p "$dir"
trap 'rm -rf "$dir"' EXIT
flags=
case $variant in
asan) flags=-fsanitize=address,undefined ;;
tsan) flags=-fsanitize=thread ;;
clang) export CC=clang && variant=debug ;;
musl) export CC=musl-gcc && variant= ;; # with another compiler make would add what musl has not
esac
cc=${CC:-cc}
make -s "V=${variant:-release}" "VDIR=$vdir" "PREFIX=$dir/x" install >"$dir/log" 2>&1 || { cat "$dir/log"; exit 1; }
