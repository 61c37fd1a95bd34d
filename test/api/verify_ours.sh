# RUN: %B/tools/nvvm-client %B/lib/libnvvm.so.4 cases test/api/inputs/verify_cases.txt -arch=compute_100
# Every message of the NVVM verifier, without NVIDIA's library (with it: verify_nvidia.sh).
# EXPECT:
# == good: 0
# == triple: 6
# error: Error: Invalid target triple (x86_64-unknown-linux-gnu), must be one of:
# Error: 32-bit: nvptx-*-cuda
# Error: 64-bit: nvptx64-*-cuda
#
# == triple_none: 6
# triple_none: error: Module does not contain a triple, should be 'nvptx64-'
# == triple_nvcl: 6
# error: Error: Invalid target triple (nvptx64-nvidia-nvcl), must be one of:
# Error: 32-bit: nvptx-*-cuda
# Error: 64-bit: nvptx64-*-cuda
#
# == triple_any: 0
# == layout_i64: 6
# error: Error: DataLayoutError: Require 16 and 64 bit native integer widths [Supported: -n:16:32:64].
# DataLayoutError: Require 32 bit native integer width [Supported: -n:16:32:64 or -n:32].
# DataLayoutError: Unsupported integer alignment [Supported: -i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128].Error:
# Example valid data layout:
# Error: 32-bit: e-p:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
# Error: 64-bit: e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
#
# == layout_big: 6
# error: Error: DataLayoutError: Endianness must be little endian [Supported: -e].
# DataLayoutError: Require 16 and 64 bit native integer widths [Supported: -n:16:32:64].
# DataLayoutError: Require 32 bit native integer width [Supported: -n:16:32:64 or -n:32].
# DataLayoutError: Unsupported integer alignment [Supported: -i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128].Error:
# Example valid data layout:
# Error: 32-bit: e-p:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
# Error: 64-bit: e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
#
# == layout_p32: 6
# error: Error: DataLayoutError: Require 16 and 64 bit native integer widths [Supported: -n:16:32:64].
# DataLayoutError: Require 32 bit native integer width [Supported: -n:16:32:64 or -n:32].
# DataLayoutError: Unsupported integer alignment [Supported: -i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128].Error:
# Example valid data layout:
# Error: 32-bit: e-p:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
# Error: 64-bit: e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
#
# == layout_p64_on32: 6
# error: Error: DataLayoutError: Require 16 and 64 bit native integer widths [Supported: -n:16:32:64].
# DataLayoutError: Require 32 bit native integer width [Supported: -n:16:32:64 or -n:32].
# DataLayoutError: Unsupported integer alignment [Supported: -i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128].Error:
# Example valid data layout:
# Error: 32-bit: e-p:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
# Error: 64-bit: e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
#
# == layout_32: 0
# == layout_short: 0
# == layout_p3: 0
# == layout_llvm: 0
# == layout_f64: 6
# error: Error: DataLayoutError: Require 16 and 64 bit native integer widths [Supported: -n:16:32:64].
# DataLayoutError: Require 32 bit native integer width [Supported: -n:16:32:64 or -n:32].
# DataLayoutError: Unsupported integer alignment [Supported: -i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128].
# DataLayoutError: Unsupported floating-point alignment [Supported: -f32:32:32-f64:64:64].Error:
# Example valid data layout:
# Error: 32-bit: e-p:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
# Error: 64-bit: e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
#
# == layout_v: 6
# error: Error: DataLayoutError: Require 16 and 64 bit native integer widths [Supported: -n:16:32:64].
# DataLayoutError: Require 32 bit native integer width [Supported: -n:16:32:64 or -n:32].
# DataLayoutError: Unsupported integer alignment [Supported: -i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128].Error:
# Example valid data layout:
# Error: 32-bit: e-p:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
# Error: 64-bit: e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
#
# == layout_n: 6
# error: Error: DataLayoutError: Unsupported integer alignment [Supported: -i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128].Error:
# Example valid data layout:
# Error: 32-bit: e-p:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
# Error: 64-bit: e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
#
# == layout_a: 6
# error: Error: DataLayoutError: No mangling mode supported.
# DataLayoutError: Require 16 and 64 bit native integer widths [Supported: -n:16:32:64].
# DataLayoutError: Require 32 bit native integer width [Supported: -n:16:32:64 or -n:32].
# DataLayoutError: Unsupported integer alignment [Supported: -i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128].Error:
# Example valid data layout:
# Error: 32-bit: e-p:32:32:32-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
# Error: 64-bit: e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64-a:8:8
#
# == indirectbr: 6
# error: Error: :  Function `f' Basic Block `entry':
#   context:   indirectbr ptr %p, [label %a, label %b]
#   Illegal instruction: indirectbr
#
# == fence: 0
# == fence_acq_rel: 0
# == invoke: 6
# error: Error: : Function `f': Personality function is not allowed.
#
# == load_atomic: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = load atomic i32, ptr %p monotonic, align 4
#   Atomic loads/stores are not supported
#
# == store_atomic: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   store atomic i32 1, ptr %p seq_cst, align 4
#   Atomic loads/stores are not supported
#
# == cmpxchg_i8: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = cmpxchg ptr %p, i8 0, i8 1 seq_cst seq_cst, align 1
#   Atomic operations on non-i32/i64/i128 types are not supported
#
# == cmpxchg_i16: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = cmpxchg ptr %p, i16 0, i16 1 seq_cst seq_cst, align 2
#   Atomic operations on non-i32/i64/i128 types are not supported
#
# == rmw_i16: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = atomicrmw add ptr %p, i16 1 seq_cst, align 2
#   Atomic operations on non-i32/i64/i128 types are not supported
#
# == rmw_i8: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = atomicrmw xchg ptr %p, i8 1 seq_cst, align 1
#   Atomic operations on non-i32/i64/i128 types are not supported
#
# == rmw_as4: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = atomicrmw add ptr addrspace(4) %p, i32 1 seq_cst, align 4
#   atomicrmw pointer operand must point to generic, global, or shared address space
#
# == rmw_as5: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = atomicrmw add ptr addrspace(5) %p, i32 1 seq_cst, align 4
#   atomicrmw pointer operand must point to generic, global, or shared address space
#
# == rmw_nand: 0
# == cmpxchg_as4: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = cmpxchg ptr addrspace(4) %p, i32 0, i32 1 seq_cst seq_cst, align 4
#   cmpxchg pointer operand must point to generic, global, or shared address space
#
# == cmpxchg_as5: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = cmpxchg ptr addrspace(5) %p, i32 0, i32 1 seq_cst seq_cst, align 4
#   cmpxchg pointer operand must point to generic, global, or shared address space
#
# == cmpxchg_ptr: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = cmpxchg ptr %p, ptr null, ptr null seq_cst seq_cst, align 8
#   Atomic operations on non-i32/i64/i128 types are not supported
#
# == cast_3_1: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = addrspacecast ptr addrspace(3) %p to ptr addrspace(1)
#   Cannot cast non-generic pointer to different non-generic pointer
#
# == cast_const_expr: 0
# == cast_as2: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = addrspacecast ptr addrspace(2) %p to ptr
#   Invalid source address space
#
# == cast_as9: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = addrspacecast ptr addrspace(9) %p to ptr
#   Invalid source address space
#
# == cast_as101: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = addrspacecast ptr addrspace(101) %p to ptr
#   Invalid source address space
#
# == alloca_as5: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %p = alloca i32, align 4, addrspace(5)
#   Allocas are not supported on address spaces except Generic
#
# == alloca_align: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %p = alloca i32, align 16777216
#   alloca align must be <= 2^23
#
# == load_as6: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = load i32, ptr addrspace(6) %p, align 4
#   Tensor Memory loads/stores are not supported
#
# == store_as6: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   store i32 1, ptr addrspace(6) %p, align 4
#   Tensor Memory loads/stores are not supported
#
# == load_as2: 0
# == store_as4: 0
# == asm_i24: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void asm sideeffect "foo $0;", "r"(i24 %a)
#   Invalid type in inline assembly, must be i1, i8, i16, i32, i64, float, or double
#
# == asm_i1: 0
# == asm_i128: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void asm sideeffect "foo $0;", "q"(i128 %a)
#   Invalid type in inline assembly, must be i1, i8, i16, i32, i64, float, or double
#
# == asm_half: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void asm sideeffect "foo $0;", "h"(half %a)
#   Invalid type in inline assembly, must be i1, i8, i16, i32, i64, float, or double
#
# == asm_vec: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void asm sideeffect "foo $0;", "r"(<2 x i16> %a)
#   Invalid type in inline assembly, must be i1, i8, i16, i32, i64, float, or double
#
# == asm_ptr: 0
# == asm_out_i24: 0
# == asm_out_struct: 0
# == memcpy_as4: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void @llvm.memcpy.p4.p0.i64(ptr addrspace(4) %d, ptr %s, i64 8, i1 false)
#   memmove/memcpy cannot target constant address space
#
# == memmove_as4: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void @llvm.memmove.p4.p0.i64(ptr addrspace(4) %d, ptr %s, i64 8, i1 false)
#   memmove/memcpy cannot target constant address space
#
# == memset_as4: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void @llvm.memset.p4.i64(ptr addrspace(4) %d, i8 0, i64 8, i1 false)
#   memset cannot point to constant address space
#
# == shared_init: 6
# error: Error: : Global Variable `s':
#   context: @s = addrspace(3) global i32 5
#   Shared variables can't be initialized
#
# == shared_zero: 6
# error: Error: : Global Variable `s':
#   context: @s = addrspace(3) global i32 0
#   Shared variables can't be initialized
#
# == shared_undef: 0
# == local_init: 6
# error: Error: : Global Variable `s':
#   context: @s = addrspace(5) global i32 5
#   Invalid address space for global variable
#
# == global_as2: 6
# error: Error: : Global Variable `s':
#   context: @s = addrspace(2) global i32 5
#   Invalid address space for global variable
#
# == global_as0: 0
# == global_as6: 6
# error: Error: : Global Variable `s':
#   context: @s = addrspace(6) global i32 undef
#   Invalid address space for global variable
#
# == global_as7: 6
# error: Error: : Global Variable `s':
#   context: @s = addrspace(7) global i32 undef
#   Invalid address space for global variable
#
# == global_as101: 6
# error: Error: : Global Variable `s':
#   context: @s = addrspace(101) global i32 undef
#   Invalid address space for global variable
#
# == ctors: 6
# error: Warning: : Global Variable `llvm.global_ctors':
#   context: @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, ptr null }]
#   llvm.global_ctors is not supported.
# Error: : Global Value `llvm.global_ctors': appending linkage is not supported.
#
# == dtors: 6
# error: Warning: : Global Variable `llvm.global_dtors':
#   context: @llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @c, ptr null }]
#   llvm.global_dtors is not supported.
# Error: : Global Value `llvm.global_dtors': appending linkage is not supported.
#
# == used: 0
# == returnaddress: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call ptr @llvm.returnaddress(i32 0)
#   Unsupported intrinsic: llvm.returnaddress
#
# == frameaddress: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call ptr @llvm.frameaddress.p0(i32 0)
#   Unsupported intrinsic: llvm.frameaddress.p0
#
# == returnaddress_unused: 0
# == trap: 0
# == stacksave: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call ptr @llvm.stacksave.p0()
#   Unsupported intrinsic: llvm.stacksave.p0
#
# == readcycle: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call i64 @llvm.readcyclecounter()
#   Unsupported intrinsic: llvm.readcyclecounter
#
# == vaintr: 0
# == prefetch: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
#   Unsupported intrinsic: llvm.prefetch.p0
#
# == fp128: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   ret fp128 %a
#   fp128 type is not supported
#
# == fp128_inst: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = fpext double %a to fp128
#   fp128 type is not supported
#
# == x86_fp80: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   ret x86_fp80 %a
#   x86_fp80 type is not supported
#
# == ppc_fp128: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   ret ppc_fp128 %a
#   ppc_fp128 type is not supported
#
# == x86_mmx: 0
# == i24: 0
# == i256: 0
# == global_fp128: 6
# error: Error: : Global Variable `g':
#   context: @g = addrspace(1) global fp128 undef
#   fp128 type is not supported
#
# == attr_naked: 6
# error: Error: : Function `f': naked function attribute is not supported.
#
# == attr_noredzone: 6
# error: Error: : Function `f': noredzone function attribute is not supported.
#
# == attr_ssp: 6
# error: Error: : Function `f': ssp function attribute is not supported.
#
# == attr_sspreq: 6
# error: Error: : Function `f': sspreq function attribute is not supported.
#
# == attr_sspstrong: 6
# error: Error: : Function `f': sspstrong function attribute is not supported.
#
# == attr_uwtable: 6
# error: Error: : Function `f': uwtable function attribute is not supported.
#
# == attr_returns_twice: 6
# error: Error: : Function `f': returns_twice function attribute is not supported.
#
# == attr_sanitize_address: 6
# error: Error: : Function `f': sanitize_address function attribute is not supported.
#
# == attr_sanitize_memory: 6
# error: Error: : Function `f': sanitize_memory function attribute is not supported.
#
# == attr_sanitize_thread: 6
# error: Error: : Function `f': sanitize_thread function attribute is not supported.
#
# == attr_noimplicitfloat: 6
# error: Error: : Function `f': noimplicitfloat function attribute is not supported.
#
# == attr_nonlazybind: 6
# error: Error: : Function `f': nonlazybind function attribute is not supported.
#
# == attr_nobuiltin: 6
# error: Error: : Function `f': nobuiltin function attribute is not supported.
#
# == attr_builtin: 0
# == attr_jumptable: 6
# error: Error: : Function `f': jumptable function attribute is not supported.
#
# == attr_safestack: 6
# error: Error: : Function `f': safestack function attribute is not supported.
#
# == attr_alignstack: 6
# error: Error: : Function `f': alignstack function attribute is not supported.
#
# == attr_many: 6
# error: Error: : Function `f': naked function attribute is not supported.
#
# == attr_group: 6
# error: Error: : Function `f': naked function attribute is not supported.
#
# == attr_decl: 0
# == attr_inreg: 0
# == attr_nest: 0
# == section: 6
# error: Error: : Function `f': Explicit section marker foois not allowed.
#
# == falign: 6
# error: Error: : Function `f': Explicit alignment is not allowed.
#
# == prefix: 6
# error: Error: : Function `f': Prefix data is not allowed.
#
# == prologue: 6
# error: Error: : Function `f': Prologue data is not allowed.
#
# == gc: 6
# error: Error: : Function `f': GC names are not supported.
#
# == kernel_value: 6
# error: Error: : Function `f': non-void entry function.
#
# == kernel_cc_value: 6
# error: Error: : Function `f': non-void entry function.
#
# == global_section: 6
# error: Error: : Global Variable `g':
#   context: @g = addrspace(1) global i32 5, section "foo"
#   Explicit section marker other than llvm.metadata is not allowed
#
# == thread_local: 0
# == alias: 0
# == ifunc: 0
# == weak: 0
# == common: 0
# == linkonce: 0
# == available: 0
# == extern_weak: 0
# == hidden: 0
# == dllexport: 0
# == comdat: 0
# == module_asm: 0
# == appending: 6
# error: Error: : Global Value `g': appending linkage is not supported.
#
# == varargs_def: 0
# == blockaddress: 6
# error: Error: :  Function `f' Basic Block `a':
#   context:   ret ptr blockaddress(@f, %a)
#   blockaddress is not supported
#
# == va_arg: 0
# == two_errors: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   store atomic i32 1, ptr null monotonic, align 4
#   Atomic loads/stores are not supported
#
# == named_block: 6
# error: Error: :  Function `f' Basic Block `then':
#   context:   store atomic i32 1, ptr null monotonic, align 4
#   Atomic loads/stores are not supported
#
# == dbg_none: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   store atomic i32 1, ptr null monotonic, align 4, !foo !0
#   Atomic loads/stores are not supported
#
# == bswap_i128: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call i128 @llvm.bswap.i128(i128 %a)
#   Invalid type for bswap, need i16, i32, or i64
#
# == bswap_vec: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call <2 x i32> @llvm.bswap.v2i32(<2 x i32> %a)
#   bswap operand 0 not an integer?
#
# == ctpop_i128: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call i128 @llvm.ctpop.i128(i128 %a)
#   Invalid type for ctpop/ctlz/cttz, need i8, i16, i32, i64, or vector of these
#
# == ctpop_i24: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call i24 @llvm.ctpop.i24(i24 %a)
#   Invalid type for ctpop/ctlz/cttz, need i8, i16, i32, i64, or vector of these
#
# == ctlz_i8: 0
# == overflow_i8: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 %a)
#   Invalid type for arithmetic overflow intrinsic, need i16, i32, or i64
#
# == overflow_i128: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %a, i128 %a)
#   Invalid type for arithmetic overflow intrinsic, need i16, i32, or i64
#
# == fptrunc_half: 0
# == expect: 0
# == eh_typeid: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call i32 @llvm.eh.typeid.for(ptr null)
#   Unsupported intrinsic: llvm.eh.typeid.for
#
# == initramp: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void @llvm.init.trampoline(ptr %a, ptr %a, ptr %a)
#   Unsupported intrinsic: llvm.init.trampoline
#
# == gcroot: 6
# error: Error: : Function `f': GC names are not supported.
#
# == sin: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call float @llvm.sin.f32(float %a)
#   Unsupported intrinsic: llvm.sin.f32
#
# == pow: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call double @llvm.pow.f64(double %a, double %a)
#   Unsupported intrinsic: llvm.pow.f64
#
# == satsub: 0
# == unknown_llvm: 0
# == unknown_nvvm: 0
# == x86_intr: 0
# == fastcc: 0
# == x86cc: 0
# == musttail: 0
# == swifterror: 0
# == inalloca: 0
# == ver_ir_type: 6
# Operator on a wrong type
#   %b = fadd i32 %a, %a
#
# == ver_dom: 6
# Definition does not dominate
#   ret i32 %v
#
# == ver_entry: 6
# The entry block has a predecessor
#   br label %a
#
# == pragma: 0
# == texhandle: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call i64 @llvm.nvvm.texsurf.handle.p1(metadata !0, ptr addrspace(1) %a)
#   Op0 of nvvm.texsurf.handle must be a metadata wrapper around a tex/surf GlobalVariable (e.g. metadata i64 addrspace(1)* @tex )
#
# == annot_cluster: 0
# == annot_unknown: 0
# == order_global_first: 6
# error: Error: : Global Variable `s':
#   context: @s = addrspace(3) global i32 5
#   Shared variables can't be initialized
#
# == order_decl_def: 6
# error: Error: :  Function `a' Basic Block `':
#   context:   store atomic i32 1, ptr null monotonic, align 4
#   Atomic loads/stores are not supported
#
# == order_decl_def2: 6
# error: Error: : Function `b': naked function attribute is not supported.
#
# == fp128_load: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = load fp128, ptr %p, align 16
#   fp128 type is not supported
#
# == fp128_param: 0
# == fp128_struct: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = load { i32, fp128 }, ptr %p, align 16
#   fp128 type is not supported
#
# == fp128_array: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = getelementptr [2 x fp128], ptr %p, i32 1
#   fp128 type is not supported
#
# == fp128_alloca: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = alloca fp128, align 16
#   fp128 type is not supported
#
# == fp128_decl: 0
# == fp128_const: 0
# == switch_i128: 0
# == rmw_fadd_f32: 0
# == rmw_i128: 0
# == rmw_i1: 0
# == rmw_as6: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = atomicrmw umax ptr addrspace(6) %p, i32 5 acquire, align 4
#   atomicrmw pointer operand must point to generic, global, or shared address space
#
# == rmw_as101: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = atomicrmw umax ptr addrspace(101) %p, i32 5 acquire, align 4
#   atomicrmw pointer operand must point to generic, global, or shared address space
#
# == rmw_as7: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = atomicrmw umax ptr addrspace(7) %p, i32 5 acquire, align 4
#   atomicrmw pointer operand must point to generic, global, or shared address space
#
# == rmw_as2: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = atomicrmw umax ptr addrspace(2) %p, i32 5 acquire, align 4
#   atomicrmw pointer operand must point to generic, global, or shared address space
#
# == cast_to_2: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = addrspacecast ptr %p to ptr addrspace(2)
#   Invalid target address space
#
# == cast_to_6: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = addrspacecast ptr %p to ptr addrspace(6)
#   Invalid target address space
#
# == cast_to_7: 0
# == cast_to_101: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = addrspacecast ptr %p to ptr addrspace(101)
#   Invalid target address space
#
# == cast_from_7: 0
# == cast_vec: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = addrspacecast <2 x ptr addrspace(3)> %p to <2 x ptr addrspace(1)>
#   Cannot cast non-generic pointer to different non-generic pointer
#
# == cast_4_0: 0
# == cast_5_0: 0
# == global_struct_fp128: 6
# error: Error: : Global Variable `g':
#   context: @g = addrspace(1) global { i32, fp128 } undef
#   fp128 type is not supported
#
# == global_x86: 6
# error: Error: : Global Variable `g':
#   context: @g = addrspace(1) global x86_fp80 undef
#   x86_fp80 type is not supported
#
# == global_as3_ext: 0
# == global_as5_ext: 0
# == global_as4: 0
# == global_meta_section: 0
# == private_g: 0
# == decl_section: 0
# == decl_align: 0
# == decl_gc: 0
# == decl_ssp: 0
# == decl_fp128_call: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = call fp128 @g(fp128 %a)
#   fp128 type is not supported
#
# == landing: 0
# == resume_only: 6
# Exception handling instruction in a function without a personality
#   resume { ptr, i32 } %a
#
# == load_volatile: 0
# == shared_poison: 6
# error: Error: : Global Variable `s':
#   context: @s = addrspace(3) global [4 x i32] zeroinitializer
#   Shared variables can't be initialized
#
# == shared_agg_undef: 0
# == shared_internal: 0
# == label_number: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   store atomic i32 1, ptr null monotonic, align 4
#   Atomic loads/stores are not supported
#
# == memcpy_src_as4: 0
# == asm_void: 0
# == asm_i8: 0
# == asm_struct_in: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void asm sideeffect "foo $0;", "r"({ i32, i32 } %a)
#   Invalid type in inline assembly, must be i1, i8, i16, i32, i64, float, or double
#
# == kernel_cc: 0
# == annot_value0: 6
# error: Error: : Function `f': non-void entry function.
#
# == id_dot: 6
# error: Error: : Global Value `a.b': Invalid identifier name: a.b  Must match [a-zA-Z$_][a-zA-Z$_0-9]*
#
# == id_dash: 6
# error: Error: : Global Value `a-b': Invalid identifier name: a-b  Must match [a-zA-Z$_][a-zA-Z$_0-9]*
#
# == id_at: 6
# error: Error: : Global Value `x@y': Invalid identifier name: x@y  Must match [a-zA-Z$_][a-zA-Z$_0-9]*
#
# == id_digit: 6
# error: Error: : Global Value `1a': Invalid identifier name: 1a  Must match [a-zA-Z$_][a-zA-Z$_0-9]*
#
# == id_space: 6
# error: Error: : Global Value `a b': Invalid identifier name: a b  Must match [a-zA-Z$_][a-zA-Z$_0-9]*
#
# == id_empty: 0
# == protected: 0
# == hidden_f: 0
# == tex_space: 6
# error: Error: : Global Variable `t':
#   context: @t = addrspace(4) global i64 undef
#   Texture/surface variables must be global address space
#
# == tex_type: 6
# error: Error: : Global Variable `t':
#   context: @t = addrspace(1) global i32 undef
#   Texture and surface variables must be type i64*
#
# == tex_good: 0
# == tex_both: 0
# == surf_space: 0
# == sampler_space: 0
# == managed_space: 0
# == pragma_br: 6
# error: Error: :
#   branch pragma metadata does not have 2 operands?
#
# == pragma_br2: 6
# error: Error: pragma unroll is not supported.  Please use llvm.loop.unroll.count instead
# == callalign: 6
# error: Error: :
#   callalign metadata operands not integer literals
#
# == rmw_i128_add: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = atomicrmw add ptr %p, i128 5 monotonic, align 16
#   Atomic operations on i128 types are only supported for xchg operation
#
# == cmpxchg_i128: 0
# == fptr_space: 0
# == used_decl_naked: 6
# error: Error: : Function `g': naked function attribute is not supported.
#
# == used_decl_section: 6
# error: Error: : Function `g': Explicit section marker foois not allowed.
#
# == used_extern_weak: 6
# error: Error: : Global Value `g': extern_weak linkage is not supported.
#
# == used_as5_ext: 6
# error: Error: : Global Variable `s':
#   context: @s = external addrspace(5) global i32
#   Invalid address space for global variable
#
# == barrier: 0
# == stacksave_nvvm: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %a = call ptr @llvm.nvvm.stacksave()
#   llvm.nvvm.stacksave is only supported with local address space pointers
#
# == cluster0: 0
# == cluster_nonkernel: 0
# == i8param: 0
# == const_global: 0
# == const_as4: 0
# == init_fptr: 0
# == init_cast: 6
# error: Error: : Global Variable `c':
#   context: @c = addrspace(1) global ptr addrspacecast (ptr addrspace(3) @s to ptr)
#   Invalid address space for global constant initializer
#
# == init_local: 0
# == unwind_attr: 6
# error: Error: : Function `f': uwtable function attribute is not supported.
#
# == va_arg_int: 0
# == extractvalue_fp128: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   %v = extractvalue { fp128 } %p, 0
#   fp128 type is not supported
#
# == phi_fp128: 6
# error: Error: :  Function `f' Basic Block `y':
#   context:   %v = phi fp128 [ %a, %0 ], [ %a, %x ]
#   fp128 type is not supported
#
# == select_half: 0
# == id_private: 0
# == id_internal: 0
# == id_internal_f: 0
# == id_decl: 6
# error: Error: : Global Value `a.f': Invalid identifier name: a.f  Must match [a-zA-Z$_][a-zA-Z$_0-9]*
#
# == id_decl_unused: 0
# == id_alias: 0
# == id_llvm: 0
# == id_nvvm: 0
# == init_cast2: 0
# == init_cast4: 0
# == init_ptr: 0
# == init_sub: 0
# == init_int: 6
# error: Error: : Global Variable `c':
#   context: @c = addrspace(1) global i64 ptrtoint (ptr addrspace(3) @s to i64)
#   Invalid address space for global constant initializer
#
# == init_shared_ptr: 6
# error: Error: : Global Variable `c':
#   context: @c = addrspace(1) global ptr addrspace(3) @s
#   Invalid address space for global constant initializer
#
# == surf_type: 6
# error: Error: : Global Variable `t':
#   context: @t = addrspace(1) global i32 undef
#   Texture and surface variables must be type i64*
#
# == sampler_type: 0
# == pragma_br3: 0
# == stackrestore_nvvm: 6
# error: Error: :  Function `f' Basic Block `':
#   context:   call void @llvm.nvvm.stackrestore(ptr %p)
#   llvm.nvvm.stackrestore is only supported with local address space pointers
#
# == no_layout: 6
# error: Error: Empty target data layout, must exist
#
# == old_names: 0
