# SPDX-License-Identifier: Apache-2.0
# Old bitcode: attributes that do not fit the type go away, local symbols lose their DLL storage, constructors
# get their third field, and what asm points to becomes an attribute.
# REQUIRES: /usr/lib/llvm-14/bin/llvm-as
# RUN: /usr/lib/llvm-14/bin/llvm-as --disable-verify test/ir/inputs/old_forms.ll -o %t.bc && cuprum dis %t.bc -o -
# CHECK: @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @start, ptr null }, { i32, ptr, ptr } { i32 1, ptr null, ptr null }]
# CHECK: @llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] zeroinitializer
# CHECK: @local = internal global i32 0
# CHECK: @far = external dllimport global i32
# CHECK: define internal void @start()
# CHECK: define float @misfits(i32 %n, float noundef %x, ptr align 8 %p)
# CHECK: call i32 (i32, ...) @variadic(i32 1, ptr nonnull align 4 %p, float %x)
# CHECK: declare signext i32 @variadic(i32, ...)
# CHECK: "=*m,r,*m,~{memory}"(ptr elementtype([4 x i64]) %p, i64 3, ptr elementtype(i32) %q)
# RUN[LINK]: cuprum link %t.bc -o %t.l.ll && grep global_ctors %t.l.ll
# LINK: [2 x { i32, ptr, ptr }]
