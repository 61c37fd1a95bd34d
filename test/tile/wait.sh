# SPDX-License-Identifier: Apache-2.0
# Tile blocks that wait for later ones: they take turns, evaluated and compiled; the checkers see the order that they make.
# RUN: sh %s %S %t
F=$1/inputs/wait.mlir T=$2
cuprum "$F" -arch=sm_80 -o "${T}.ptx" || exit 1
run() { # KERNEL ARGUMENTS
    echo "$1:"
    timeout 60 cuprum run "$F" --kernel="$@" || echo "status $?"
    timeout 60 cuprum run "$F" --check --kernel="$@" || echo "status $?"
    block=$(sed -n "/\.entry $1(/,/^{/s/.*reqntid \([0-9]*\).*/\1/p" "${T}.ptx")
    timeout 60 cuprum run "${T}.ptx" --block="$block" --kernel="$@" || echo "status $?"
}
run chain --grid=5 --print=1 buf:i32:5:zero buf:i32:5:zero
# CHECK: chain:
# CHECK-NEXT: arg 1: 10 10 9 7 4
# CHECK-NEXT: arg 1: 10 10 9 7 4
# CHECK-NEXT: arg 1: 10 10 9 7 4
run meet --grid=2,1,1 --print=0 --print=1 buf:i32:1:zero buf:i32:8:zero
# CHECK: meet:
# CHECK-NEXT: arg 0: 6
# CHECK-NEXT: arg 1: 0 1 1 1 2 2 4 4
# CHECK-NEXT: arg 0: 6
# CHECK-NEXT: arg 1: 0 1 1 1 2 2 4 4
# CHECK-NEXT: arg 0: 6
# CHECK-NEXT: arg 1: 0 1 1 1 2 2 4 4
run lock --grid=4 --print=0 --print=1 buf:i32:1:zero buf:i32:5:zero
# CHECK: lock:
# CHECK-NEXT: arg 0: 4
# CHECK-NEXT: arg 1: 4 3 2 1 0
# CHECK-NEXT: arg 0: 4
# CHECK-NEXT: arg 1: 4 3 2 1 0
# CHECK-NEXT: arg 0: 4
# CHECK-NEXT: arg 1: 4 3 2 1 0
# more blocks than are under way at a time
timeout 100 cuprum run "$F" --kernel=chain --grid=2000 --print=1 buf:i32:2000:zero buf:i32:2000:zero | cut -c1-22
# CHECK: arg 1: 1999000 1999000
