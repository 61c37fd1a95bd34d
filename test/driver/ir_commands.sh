# SPDX-License-Identifier: Apache-2.0
# cuprum as, dis, link, opt: forms of input and output, standard input, wrong use.
# RUN: sh %s %t
# EXPECT:
# == as and dis name their outputs
# a.bc
# a.out.ll
# == through pipes
# define i32 @f(i32 %x) {
#   ret i32 %x
# }
# == link to text by the name and by -S
# 2
# define i32 @g(i32 %x) {
#   %y = call i32 @f(i32 %x)
#   ret i32 %y
# }
# define internal i32 @f(i32 %x) {
#   %p = alloca i32, align 4
#   store i32 %x, ptr %p, align 4
#   %y = load i32, ptr %p, align 4
#   ret i32 %y
# }
# == opt: levels, dumps, wrong passes
# define i32 @f(i32 %x) {
#   ret i32 %x
# }
# define i32 @f(i32 %x) {
#   ret i32 %x
# }
# error: there is no pass named 'nothing'
# 1 error detected in the compilation of "a.ll".
# error: unknown stress mode "nothing"
# 1 error detected.
# error: unknown GPU architecture "sm_1"
# 1 error detected in the compilation of "a.ll".
# == wrong use
# error: no input file
# 1 error detected.
# error: more than one input file: "b.ll"
# 1 error detected.
# error: option "--passes=mem2reg" is not one of "cuprum dis"
# 1 error detected.
# error: cannot read "missing.bc": No such file or directory
# 1 error detected in the compilation of "missing.bc".
# usage: cuprum as [options] FILE.ll|-
# Text to bitcode.
#   --output=FILE, -o               Write to FILE; - is the standard output (the default when the input is -).
#   --dialect={modern|llvm7}        Form of the bitcode; llvm7 has typed pointers, as NVIDIA's libNVVM takes it.
#   --disable-verify                Do not check the modules.
#   --help, -h                      Print this text.
# == invalid modules
# error: c.ll: invalid module: @v: used before its definition:  %x = add i32 %y, 1
# 1 error detected in the compilation of "c.ll".
# error: c.bc: invalid module: @v: used before its definition:  %x = add i32 %y, 1
# 1 error detected in the compilation of "c.bc".
# error: d.bc: bitcode: bad block (bit 416)
# 1 error detected in the compilation of "d.bc".
# == the dialect of LLVM 7 lacks things
# error: operation bfloat is not known to LLVM 7, whose bitcode was asked for
# 1 error detected in the compilation of "e.ll".
# == compile and check bitcode
# 1
# 1
# 1
t=$1
show() { "$@" 2>&1 | sed "s|$t\.||g" | grep -v -e '^$' -e source_filename -e ModuleID -e '^target' -e '^; after'; }
cat >"$t.a.ll" <<'END'
define i32 @f(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  %y = load i32, ptr %p
  ret i32 %y
}
END
echo 'define i32 @g(i32 %x) { %y = call i32 @f(i32 %x) ret i32 %y } declare i32 @f(i32)' >"$t.b.ll"
echo "== as and dis name their outputs"
cuprum as "$t.a.ll" && cuprum dis "$t.a.bc" -o "$t.a.out.ll" && ls "$t.a.bc" "$t.a.out.ll" | sed "s|$t\.||"
echo "== through pipes"
show sh -c "cuprum as - <'$t.a.ll' | cuprum opt --passes=mem2reg - | cuprum dis -"
echo "== link to text by the name and by -S"
cuprum link "$t.b.ll" "$t.a.bc" -o "$t.l.ll" && grep -c define "$t.l.ll"
show cuprum link --only-needed --internalize -S "$t.b.ll" "$t.a.bc"
echo "== opt: levels, dumps, wrong passes"
show cuprum opt -O1 -S "$t.a.ll"
show cuprum opt --passes=mem2reg --print-after=mem2reg "$t.a.ll" -o /dev/null
show cuprum opt --passes=nothing "$t.a.ll" -o /dev/null
show cuprum opt --opt-stress=nothing "$t.a.ll" -o /dev/null
show cuprum opt --gpu-architecture=sm_1 "$t.a.ll" -o /dev/null
echo "== wrong use"
show cuprum as
show cuprum as "$t.a.ll" "$t.b.ll"
show cuprum dis --passes=mem2reg "$t.a.bc"
show cuprum dis "$t.missing.bc"
show cuprum as --help
echo "== invalid modules"
echo 'define void @v() { %x = add i32 %y, 1 %y = add i32 1, 1 ret void }' >"$t.c.ll"
show cuprum as "$t.c.ll" -o "$t.c.bc"
show cuprum as --disable-verify "$t.c.ll" -o "$t.c.bc"
show cuprum --syntax-only "$t.c.bc"
head -c 200 "$t.a.bc" >"$t.d.bc"
show cuprum dis "$t.d.bc"
echo "== the dialect of LLVM 7 lacks things"
echo 'define bfloat @h(ptr %p) { %x = load bfloat, ptr %p ret bfloat %x }' >"$t.e.ll"
show cuprum as --dialect=llvm7 "$t.e.ll" -o "$t.e.bc"
echo "== compile and check bitcode"
echo 'define ptx_kernel void @k(ptr %p) { store i32 1, ptr %p ret void }' >"$t.k.ll"
cuprum as "$t.k.ll" && cuprum "$t.k.bc" -o - | grep -c 'entry k'
cuprum --syntax-only "$t.k.bc" && cuprum -x ir - <"$t.k.bc" | grep -c 'entry k'
cuprum --emit=bc "$t.k.bc" | cuprum dis - | grep -c ptx_kernel
