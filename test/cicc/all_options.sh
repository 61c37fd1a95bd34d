# Every row of cicc's options: one that has an effect shows it (inputs/all_options.txt says how), one that has none
# says so or gives its reason, one that is refused is. A row without a case fails.
# RUN: sh %S/inputs/walk_options.sh %t src/driver/cicc_options.def %S/inputs/all_options.txt "cicc -m64"
# TIMEOUT: 120
# CHECK-NOT: FAULT
# CHECK: {{^}}walked {{[0-9]+}} rows: {{[6-9][0-9]}} spellings with an effect, {{[1-9][0-9]}} satisfied, {{[1-9][0-9]}} without effect, {{[1-9][0-9]}} refused
# CHECK-NOT: FAULT
