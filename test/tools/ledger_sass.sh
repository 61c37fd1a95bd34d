# Executed machine instructions: what is read of a listing (a loop that stands there twice, an early exit, a store under a predicate),
# which lines hold a block to their counts, and how often the blocks then run.
# REQUIRES: python3
# RUN: python3 %S/inputs/ledger_sass.py
#
# CHECK: marked: [7, 8, 10, 11, 12, 14, 15] 7 True
# CHECK-NEXT: block - 2 falls ends
# CHECK-NEXT: block - 1 .L_x_2 falls
# CHECK-NEXT: block .L_x_1 3 .L_x_2 falls
# CHECK-NEXT: block - 3 .L_x_1 falls
# CHECK-NEXT: block .L_x_2 2 ends
# CHECK-NEXT: block .L_x_3 1 .L_x_3
# CHECK-NEXT: line 7 {0: 1.0} 1 False
# CHECK-NEXT: line 10 {2: 1.0, 3: 1.0} 100 False
# CHECK-NEXT: line 11 {2: 1.0, 3: 1.0} 1 False
# CHECK-NEXT: line 14 {4: 1.0} 100 True
# CHECK-NEXT: {{loads 560 misfit 0.0|no scipy}}
