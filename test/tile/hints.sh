# SPDX-License-Identifier: Apache-2.0
# `cuprum tile verify` says which hints are wrong, of every architecture; as errors where that is asked for.
# RUN: sh %s %S %t 2>&1
T=$2
r() { # HINTS OPTIONS
    echo "entry @k(%p: tile<ptr<i32>>) optimization_hints=<$1> { }" | cuprum tile verify - $2
    echo "exit $?"
}
r 'sm_80 = {num_cta_in_cga = 1, occupancy = 32}, sm_90 = {num_cta_in_cga = 2}, default = {num_worker_warps_per_cta = 4}'
# CHECK: exit 0
r 'sm_100a = {occupancy = 1}, sm_12 = {occupancy = 1}'
# CHECK-NEXT: warning: <stdin>:1:{{[0-9]+}}: 'k': the hint 'sm_100a' is of no known architecture
# CHECK: warning: <stdin>:1:{{[0-9]+}}: 'k': the hint 'sm_12' is of no known architecture
# CHECK: exit 0
r 'sm_80 = {num_cta_in_cga = 2}'
# CHECK-NEXT: 'k': the hint 'num_cta_in_cga' asks for clusters, which the architecture has not
# CHECK: exit 0
r 'sm_100 = {num_cta_in_cga = 7}' --hints=error
# CHECK-NEXT: error: <stdin>:1:{{[0-9]+}}: 'k': the hint 'num_cta_in_cga' is out of its range
# CHECK: exit 1
r 'sm_100 = {occupancy = "a", latency = 1}' --hints=error
# CHECK-NEXT: error: <stdin>:1:{{[0-9]+}}: 'k': the hint 'latency' is unknown
# CHECK: error: <stdin>:1:{{[0-9]+}}: 'k': the hint 'occupancy' is out of its range
# CHECK: exit 1
r 'sm_100 = {num_cta_in_cga = 7}' --hints=ignore
# CHECK-NEXT: exit 0
cat >"${T}m" <<'END'
entry @k(%p: tile<ptr<i32>>) {
  %0, %1 = load_ptr_tko weak %p optimization_hints = <sm_90 = {latency = 11}> : tile<ptr<i32>> -> tile<i32>, token
}
END
cuprum tile verify "${T}m"
# CHECK: m:2:12: 'load_ptr_tko': the hint 'latency' is out of its range
exit 0
