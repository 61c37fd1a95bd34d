# SPDX-License-Identifier: Apache-2.0
# LLVM's verifier has nothing against -G's metadata, at -O0 and optimized.
# REQUIRES: opt-19
# RUN: sh %s %S %t
# CHECK: 18 verified
n=0
for file in "$1"/debug_types.cu "$1"/debug_classes.cu "$1"/debug_scopes.cu "$1"/debug_globals.cu test/run/cxx_lambda.cu test/run/virtual_bases.cu \
    test/run/virtual_tables.cu test/run/cxx_virtual_tree.cu test/run/control_loops.cu; do
    for options in "" "--dopt=on"; do
        cuprum "$file" -w -std=c++17 -arch=sm_90 -G $options --emit=ir -o "$2.ll" || continue
        opt-19 -passes=verify -disable-output "$2.ll" 2>"$2.log" && [ ! -s "$2.log" ] && n=$((n + 1))
        cat "$2.log"
    done
done
echo "$n verified"
