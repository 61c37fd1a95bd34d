# Of sixty copies of an object that changes behind them, none is taken away, although the pass looks at so many instructions only:
# what it has not looked at may have changed.
# RUN: awk 'BEGIN { print "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndefine i32 @f(ptr %%from, i64 %%at) {"; \
# RUN:     for (i = 0; i < 60; i++) print "  %%c" i " = alloca [8 x i32]"; \
# RUN:     for (i = 0; i < 60; i++) print "  call void @llvm.memcpy.p0.p0.i64(ptr %%c" i ", ptr %%from, i64 32, i1 false)"; \
# RUN:     print "  %%s0 = add i32 0, 1"; for (i = 1; i < 600; i++) print "  %%s" i " = add i32 %%s" i - 1 ", %%s" i - 1; \
# RUN:     print "  store i32 %%s599, ptr %%from\n  %%r0 = add i32 0, 0"; \
# RUN:     for (i = 0; i < 60; i++) print "  %%p" i " = getelementptr i32, ptr %%c" i ", i64 %%at\n  %%v" i " = load i32, ptr %%p" i "\n  %%r" i + 1 " = add i32 %%r" i ", %%v" i; \
# RUN:     print "  ret i32 %%r60\n}" }' >%t.ll && %B/tools/iropt --passes=sroa %t.ll | grep -c 'call void @llvm.memcpy'
# EXPECT:
# 60
