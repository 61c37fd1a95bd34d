# --bless rewrites the block and shows what changed; the test passes then.
# RUN: cp %S/inputs/bless.txt %t.txt && test-run --bless %t.txt
# CHECK: blessed:
# CHECK-NEXT: @@ line 2
# CHECK-NEXT: -x
# CHECK-NEXT: +b
# CHECK: 1 passed, 0 failed
# RUN[AGAIN]: test-run %t.txt && cat %t.txt
# AGAIN: 1 passed, 0 failed
# AGAIN: EXPECT:
# AGAIN-NEXT: # a
# AGAIN-NEXT: # b
# AGAIN-NEXT: # c
