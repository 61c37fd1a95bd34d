# SPDX-License-Identifier: Apache-2.0
# Text -> our bitcode -> our text is stable, and LLVM's own disassembler and assembler between give
# the same module, for every module of test/ir and the IR of every kernel of test/run.
# REQUIRES: llvm-dis-19, llvm-as-19
# TIMEOUT: 120
# RUN: sh %s %t
# CHECK: differ: 0
# CHECK: kernels: {{[1-9][0-9]+}}
t=$1
differ=0
modules=0
kernels=0
body() { grep -v '^; ModuleID' "$1"; }
# LLVM leaves out types, comdats and declarations that nothing uses, and sorts and renames
# "key"="value" attributes.
rough() {
    grep -v -e '^%.* = type ' -e '^$' -e '^attributes' -e ' = comdat ' -e '^declare .*@llvm.dbg' "$1" |
        sed 's/ #[0-9]*//'
}
same() { # FILE: the text of the module in it, through bitcode twice and through LLVM
    cuprum as "$1" -o "$t.bc" && cuprum dis "$t.bc" -o "$t.1.ll" &&
        cuprum as "$t.1.ll" -o "$t.2.bc" && cuprum dis "$t.2.bc" -o "$t.2.ll" &&
        llvm-dis-19 "$t.bc" -o "$t.llvm.ll" && llvm-as-19 "$t.llvm.ll" -o "$t.llvm.bc" &&
        cuprum dis "$t.llvm.bc" -o "$t.3.ll" && body "$t.1.ll" >"$t.x1" && body "$t.2.ll" >"$t.x2" &&
        body "$t.3.ll" >"$t.x3" && cmp "$t.x1" "$t.x2" && rough "$t.x1" >"$t.y1" &&
        rough "$t.x3" >"$t.y3" && cmp "$t.y1" "$t.y3"
}
for f in test/ir/*.ll; do
    cuprum opt -S "$f" -o "$t.ll" 2>/dev/null || continue # a test of an error
    modules=$((modules + 1))
    same "$t.ll" || { echo "differs: $f"; differ=$((differ + 1)); }
done
for f in test/run/*.cu; do
    cuprum "$f" --emit=ir -arch=sm_90 -O1 -o "$t.ll" 2>/dev/null || continue
    kernels=$((kernels + 1))
    same "$t.ll" || { echo "differs: $f"; differ=$((differ + 1)); }
done
echo "differ: $differ"
echo "modules: $modules"
echo "kernels: $kernels"
