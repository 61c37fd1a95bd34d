; Vectors whose lanes do not fill their bytes lie packed in memory, bit behind bit: loads and stores,
; members of structures, initial values, arguments.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --print=0:14 buf:u32:14:zero buf:u32:4:iota
; CHECK: arg 0: 1059 0 195653753 13 11189196 3 5 3 291 1929 5 7 1 0
target triple = "nvptx64-nvidia-cuda"
@flags = addrspace(1) global <10 x i1> <i1 1, i1 1, i1 0, i1 0, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0>
@nested = addrspace(1) global { i8, <3 x i12> } { i8 9, <3 x i12> <i12 291, i12 1110, i12 1929> }
define internal <3 x i1> @turn(<3 x i1> %v, { i8, <2 x i24> } %w) noinline {
  %p = extractvalue { i8, <2 x i24> } %w, 1
  %q = extractelement <2 x i24> %p, i32 1
  %b = trunc i24 %q to i1
  %r = insertelement <3 x i1> %v, i1 %b, i32 2
  ret <3 x i1> %r
}
define ptx_kernel void @k(ptr %out, ptr %in) {
  ; store lanes, read their bytes
  %memory = alloca [32 x i8], align 16
  store <4 x i64> zeroinitializer, ptr %memory, align 16
  %a = load i32, ptr %in ; 0
  %one = or i32 %a, 1
  %bit = trunc i32 %one to i1
  %v1 = insertelement <11 x i1> zeroinitializer, i1 %bit, i32 0
  %v2 = insertelement <11 x i1> %v1, i1 %bit, i32 1
  %v3 = insertelement <11 x i1> %v2, i1 %bit, i32 5
  %v4 = insertelement <11 x i1> %v3, i1 %bit, i32 10
  store <11 x i1> %v4, ptr %memory, align 16
  %r0 = load i32, ptr %memory
  store i32 %r0, ptr %out
  %behind = getelementptr i8, ptr %memory, i64 2
  %r1 = load i16, ptr %behind
  %r1w = zext i16 %r1 to i32
  %out1 = getelementptr i32, ptr %out, i64 1
  store i32 %r1w, ptr %out1

  ; store bytes, read lanes
  %place = getelementptr i8, ptr %memory, i64 16
  store i64 3691183161408, ptr %place, align 16
  %add = zext i32 %a to i64
  %u = load <2 x i28>, ptr %place, align 16
  %u0 = extractelement <2 x i28> %u, i32 0
  %u0w = zext i28 %u0 to i32
  %out2 = getelementptr i32, ptr %out, i64 2
  %u0x = add i32 %u0w, 12345
  store i32 %u0x, ptr %out2
  %u1 = extractelement <2 x i28> %u, i32 1
  %u1w = zext i28 %u1 to i32
  %u1s = lshr i32 %u1w, 10
  %out3 = getelementptr i32, ptr %out, i64 3
  store i32 %u1s, ptr %out3

  ; three bytes a lane, volatile
  %w1 = insertelement <2 x i24> <i24 poison, i24 3>, i24 11189196, i32 0
  store volatile <2 x i24> %w1, ptr %place, align 2
  %w = load volatile <2 x i24>, ptr %place, align 2
  %w.0 = extractelement <2 x i24> %w, i32 0
  %w.1 = extractelement <2 x i24> %w, i32 1
  %w.0w = zext i24 %w.0 to i32
  %w.1w = zext i24 %w.1 to i32
  %out4 = getelementptr i32, ptr %out, i64 4
  store i32 %w.0w, ptr %out4
  %out5 = getelementptr i32, ptr %out, i64 5
  store i32 %w.1w, ptr %out5

  ; a structure at once
  %s = load { i8, <3 x i12> }, ptr addrspace(1) @nested
  %s1 = extractvalue { i8, <3 x i12> } %s, 1
  %copy = alloca { i8, <3 x i12> }
  store volatile { i8, <3 x i12> } %s, ptr %copy
  %copied = load volatile { i8, <3 x i12> }, ptr %copy
  %c1 = extractvalue { i8, <3 x i12> } %copied, 1
  %c10 = extractelement <3 x i12> %c1, i32 0
  %c12 = extractelement <3 x i12> %c1, i32 2
  %c10w = zext i12 %c10 to i32
  %c12w = zext i12 %c12 to i32
  %out8 = getelementptr i32, ptr %out, i64 8
  store i32 %c10w, ptr %out8
  %out9 = getelementptr i32, ptr %out, i64 9
  store i32 %c12w, ptr %out9

  ; initial values
  %f = load <10 x i1>, ptr addrspace(1) @flags
  %fi = bitcast <10 x i1> %f to i10
  %fw = zext i10 %fi to i32
  %fx = and i32 %fw, 7
  %fs = lshr i32 %fw, 4
  %fy = or i32 %fx, 5
  %fz = sub i32 %fy, %fs
  %out6 = getelementptr i32, ptr %out, i64 6
  store i32 %fz, ptr %out6
  %out7 = getelementptr i32, ptr %out, i64 7
  store i32 %fx, ptr %out7

  ; arguments and results
  %t0 = insertelement <3 x i1> zeroinitializer, i1 %bit, i32 0
  %t1 = insertvalue { i8, <2 x i24> } { i8 1, <2 x i24> undef }, <2 x i24> %w, 1
  %t = call <3 x i1> @turn(<3 x i1> %t0, { i8, <2 x i24> } %t1)
  %ti = bitcast <3 x i1> %t to i3
  %tw = zext i3 %ti to i32
  %out10 = getelementptr i32, ptr %out, i64 10
  store i32 %tw, ptr %out10
  %tm = alloca <3 x i1>
  store <3 x i1> <i1 1, i1 1, i1 1>, ptr %tm
  %tb = load i8, ptr %tm
  %tbw = zext i8 %tb to i32
  %out11 = getelementptr i32, ptr %out, i64 11
  store i32 %tbw, ptr %out11
  %whole = load i8, ptr addrspace(1) @nested
  %is = icmp eq i8 %whole, 9
  %isw = zext i1 %is to i32
  %out12 = getelementptr i32, ptr %out, i64 12
  store i32 %isw, ptr %out12
  ret void
}
