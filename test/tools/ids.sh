# A row in the middle of a table leaves all other rows' numbers, and the time of the file that has them, as they were, and
# its number is between its neighbours'; a row that goes does not, for whoever names it has to be compiled again.
# REQUIRES: gcc
# RUN: rm -rf %t.d && mkdir -p %t.d/tables/ptx %t.d/out && cp src/ptx/*.def %t.d/tables/ptx/ && \
# RUN: make_ids() { gcc -std=gnu11 -I%t.d/tables -Isrc -o %t.d/ids tools/gen/ids.c && %t.d/ids %t.d/out; } && \
# RUN: place_of() { grep -n "^PTXI_$1 = " %t.d/out/insn.h | cut -d: -f1; } && \
# RUN: time_of() { stat -c %%Y %t.d/out/insn.h; } && \
# RUN: make_ids && cp %t.d/out/insn.h %t.d/before.h && touch -d '1 hour ago' %t.d/out/insn.h && at=$(time_of) && \
# RUN: sed -i 's/^INSN(sub,/INSN(test_row, "test", S0, 0, 0, 0, 0, "", 0, 0, NOP)\n&/' %t.d/tables/ptx/insn.def && make_ids && \
# RUN: echo "new rows: $(grep -vxFf %t.d/before.h %t.d/out/insn.h | cut -d' ' -f1)" && \
# RUN: echo "rows lost: $(grep -vxFf %t.d/out/insn.h %t.d/before.h | wc -l)" && \
# RUN: echo "behind: $(($(place_of sub) - $(place_of test_row)))" && \
# RUN: sort -t= -k2n %t.d/out/insn.h | cmp - %t.d/out/insn.h && test $(time_of) = $at && echo "time kept" && \
# RUN: sed -i '/^INSN(test_row/d' %t.d/tables/ptx/insn.def && make_ids && cmp %t.d/before.h %t.d/out/insn.h && \
# RUN: test $(time_of) != $at && echo "time new"
# CHECK: new rows: PTXI_test_row
# CHECK-NEXT: rows lost: 0
# CHECK-NEXT: behind: 1
# CHECK-NEXT: time kept
# CHECK-NEXT: time new
