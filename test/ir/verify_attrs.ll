; What the verifier says of attributes.
; RUN: %B/tools/iropt %s 2>&1 >/dev/null
; EXIT: 1
declare void @two(i32 zeroext signext)
declare void @ways(ptr byval(i32) nest)
declare void @type(i32 noalias, float align 4, ptr signext, ptr nofpclass(nan), float range(i32 0, 2))
declare noundef void @undef_result()
%o = type opaque
declare void @unsized(ptr byval(%o))
declare void @huge(ptr byval([5000000000 x i8]))
declare void @width(i16 range(i32 0, 4))
declare void @imm(i32 immarg)
declare void @llvm.some.imm(i32 immarg noundef)
declare void @words() "frame-pointer"="sometimes" "warn-stack-size"="-1" "no-jump-tables"="yes"
declare void @sizes(i32, float) allocsize(1)
declare void @size_range(i32) allocsize(7)
declare void @scale() vscale_range(3, 2)
declare void @kind() allockind("alloc,free")
declare void @none() optnone
declare void @inlines() noinline alwaysinline
declare void @built() builtin
declare void @jumps() jumptable
declare void @twice(ptr swiftself, ptr swiftself)
declare void @third(i32, i32, ptr sret(i32))
declare void @not_last(ptr inalloca(i32), i32)
declare i32 @gives(ptr returned)
declare void @var(...)
define void @calls(ptr %p) {
  call void @words() speculatable
  call void (...) @var(ptr sret(i32) %p)
  call void @twice(ptr %p, ptr %p) "branch-target-enforcement"="perhaps"
  ret void
}
; EXPECT:
; verify: @two: attributes 'zeroext' and 'signext' are incompatible
; verify: @ways: attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible
; verify: @type: attribute 'noalias' applied to incompatible type
; verify: @type: attribute 'align' applied to incompatible type
; verify: @type: attribute 'signext' applied to incompatible type
; verify: @type: attribute 'nofpclass' applied to incompatible type
; verify: @type: attribute 'range' applied to incompatible type
; verify: @undef_result: attribute 'noundef' applied to incompatible type
; verify: @unsized: attribute 'byval' does not support unsized types
; verify: @huge: huge 'byval' arguments are unsupported
; verify: @width: range bit width must match type bit width
; verify: @imm: immarg attribute only applies to intrinsics
; verify: @llvm.some.imm: attribute 'immarg' is incompatible with other attributes
; verify: @words: invalid value for 'frame-pointer' attribute
; verify: @words: invalid value for 'warn-stack-size' attribute
; verify: @words: invalid value for 'no-jump-tables' attribute
; verify: @sizes: 'allocsize' argument must refer to an integer parameter
; verify: @size_range: 'allocsize' argument is out of bounds
; verify: @scale: 'vscale_range' minimum and maximum must be powers of two in order
; verify: @kind: 'allockind' requires exactly one of alloc, realloc, and free, and what goes with it
; verify: @none: attribute 'optnone' requires 'noinline'
; verify: @inlines: attributes 'noinline' and 'alwaysinline' are incompatible
; verify: @built: attribute 'builtin' can only be applied to a callsite
; verify: @jumps: attribute 'jumptable' requires 'unnamed_addr'
; verify: @twice: cannot have multiple 'swiftself' parameters
; verify: @third: attribute 'sret' is not on first or second parameter
; verify: @not_last: inalloca isn't on the last parameter
; verify: @gives: incompatible argument and return types for 'returned' attribute
; verify: @calls: attribute 'speculatable' may not apply to call sites:  call void @words() #0
; verify: @calls: attribute 'sret' cannot be used for vararg call arguments:  call void (...) @var(ptr sret(i32) %p)
; verify: @calls: invalid value for 'branch-target-enforcement' attribute:  call void @twice(ptr %p, ptr %p) #0
