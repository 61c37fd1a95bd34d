#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# round.sh FILE STEM [options of `as`]: text to bytecode to text to bytecode; both bytecodes and both texts must be the same. Prints
# the text. With NVIDIA's disassembler at hand (TILEIRDISASM, or on the PATH) it must say the same.
file=$1 stem=$2
shift 2
cuprum tile as "$file" "$@" -o "$stem.bc" && cuprum tile dis -g "$stem.bc" -o "$stem.text" || exit 1
cuprum tile as "$stem.text" "$@" -o "$stem.bc2" && cmp "$stem.bc" "$stem.bc2" || exit 1
cuprum tile as "$stem.bc" -o "$stem.bc3" && cmp "$stem.bc" "$stem.bc3" || exit 1
cuprum tile dis -g "$stem.bc3" | cmp - "$stem.text" || exit 1
theirs=${TILEIRDISASM:-$(command -v tileirdisasm)}
if [ -n "$theirs" ]; then
    "$theirs" -g "$stem.bc" >"$stem.theirs" && diff "$stem.theirs" "$stem.text" || exit 1
fi
cuprum tile dis "$stem.bc"
