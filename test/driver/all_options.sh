# Every row of cuprum's options has the effect that inputs/all_options.txt shows. A row without a case fails.
# RUN: sh test/cicc/inputs/walk_options.sh %t src/driver/options.def %S/inputs/all_options.txt cuprum
# TIMEOUT: 120
# CHECK-NOT: FAULT
# CHECK: {{^}}walked {{[0-9]+}} rows: {{[6-9][0-9]|[1-9][0-9][0-9]}} spellings with an effect, 3 satisfied, 0 without effect, 0 refused
# CHECK-NOT: FAULT
