# SPDX-License-Identifier: Apache-2.0
# 300 loads, and all of them again in the same order: each is found.
# RUN: awk 'BEGIN { print "define void @f(ptr %p, ptr %q) {"; for (k = 0; k < 600; k++) { printf "%%%%a%d = getelementptr i32, ptr %%%%p, i64 %d\n%%%%v%d = load i32, ptr %%%%a%d\n", k, k % 300, k, k }; print "store i32 %v0, ptr %q\n%%s0 = add i32 0, 0"; for (k = 0; k < 600; k++) { printf "%%%%s%d = xor i32 %%%%s%d, %%%%v%d\n", k + 1, k, k }; print "store i32 %%s600, ptr %q\nret void\n}" }' >%t.ll; %B/tools/iropt --passes=gvn %t.ll | grep -c 'load i32'
# CHECK: 300
