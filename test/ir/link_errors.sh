# SPDX-License-Identifier: Apache-2.0
# What the linker refuses or warns of, with LLVM's (and for sizes NVIDIA's) words.
# RUN: sh %s %t
# EXPECT:
# error: Linking globals named 'x': symbol multiply defined!
# error: Size does not match for x in b.ll with size 8 specified in a.ll with size 4.
# error: Linking globals named 'x': symbol multiply defined!
# error: Linking globals named 'x': can only link appending global with another appending global!
# error: Appending variables with different element types!
# error: Appending variables with different const'ness!
# error: Linking COMDATs named 'c': invalid selection kinds!
# error: Linking COMDATs named 'c': SameSize violated!
# error: Linking COMDATs named 'c': ExactMatch violated!
# error: Linking globals named 'c': symbol multiply defined!
# error: Linking COMDATs named 'c': GlobalVariable required for data dependent selection!
# warning: Linking two modules of different data layouts: 'b.ll' is 'e-i64:32' whereas 'a.ll' is 'e-i64:64'
# warning: Linking two modules of different target triples: 'b.ll' is 'nvptx64-unknown-unknown' whereas 'a.ll' is 'nvptx64-nvidia-cuda'
# error: linking module flags 'k': IDs have conflicting values in 'b.ll' and 'a.ll'
# error: linking module flags 'k': IDs have conflicting behaviors in 'b.ll' and 'a.ll'
# warning: linking module flags 'k': IDs have conflicting values in 'b.ll' and 'a.ll'
# error: linking module flags 'k': IDs have conflicting override values in 'b.ll' and 'a.ll'
t=$1
try() { # two modules of one line each
    printf '%s\n' "$1" >"$t.a.ll"
    printf '%s\n' "$2" >"$t.b.ll"
    cuprum link -S "$t.a.ll" "$t.b.ll" -o /dev/null 2>&1 | grep -E '^(error|warning)' | sed "s|$t\.||g"
}
try '@x = global i32 1' '@x = global i32 2'
try '@x = global i32 1' '@x = external global i64 @y = global ptr @x'
try '@x = global i32 1' 'define void @x() { ret void }'
try '@x = appending global [1 x i32] [i32 1]' '@x = global [1 x i32] [i32 1]'
try '@x = appending global [1 x i32] [i32 1]' '@x = appending global [1 x float] [float 1.0]'
try '@x = appending global [1 x i32] [i32 1]' '@x = appending constant [1 x i32] [i32 1]'
try '$c = comdat any @c = global i32 1, comdat' '$c = comdat samesize @c = global i32 1, comdat'
try '$c = comdat samesize @c = global i32 1, comdat' '$c = comdat samesize @c = global i64 1, comdat'
try '$c = comdat exactmatch @c = global i32 1, comdat' '$c = comdat exactmatch @c = global i32 2, comdat'
try '$c = comdat nodeduplicate @c = global i32 1, comdat' '$c = comdat nodeduplicate @c = global i32 1, comdat'
try '$c = comdat largest define void @c() comdat { ret void }' '$c = comdat largest define void @c() comdat { ret void }'
try 'target datalayout = "e-i64:64"' 'target datalayout = "e-i64:32"'
try 'target triple = "nvptx64-nvidia-cuda"' 'target triple = "nvptx64-unknown-unknown"'
try '!llvm.module.flags = !{!0} !0 = !{i32 1, !"k", i32 1}' '!llvm.module.flags = !{!0} !0 = !{i32 1, !"k", i32 2}'
try '!llvm.module.flags = !{!0} !0 = !{i32 1, !"k", i32 1}' '!llvm.module.flags = !{!0} !0 = !{i32 7, !"k", i32 2}'
try '!llvm.module.flags = !{!0} !0 = !{i32 2, !"k", i32 1}' '!llvm.module.flags = !{!0} !0 = !{i32 2, !"k", i32 2}'
try '!llvm.module.flags = !{!0} !0 = !{i32 4, !"k", i32 1}' '!llvm.module.flags = !{!0} !0 = !{i32 4, !"k", i32 2}'
