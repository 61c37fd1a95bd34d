# SPDX-License-Identifier: Apache-2.0
# A loop that lanes leave at hundreds of places is looked at in a time that does not grow with their square.
# RUN: sh %s
# CHECK: arg 0: 12 13 14 15
ptx=$(mktemp) || exit 1
trap 'rm -f "$ptx"' EXIT
awk 'BEGIN {
    print ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) {"
    print ".reg .b32 %r<900>; .reg .b64 %d<4>; .reg .pred %p;"
    print "mov.u32 %r0, %tid.x; mov.u32 %r1, 0; mul.lo.u32 %r2, %r0, 7;"
    for (i = 3; i < 900; i++) print "mov.u32 %r" i ", %r2;"
    print "again: add.u32 %r1, %r1, 1;"
    for (i = 3; i < 900; i++)
        print "xor.b32 %r" i ", %r" i ", %r" i - 1 "; setp.eq.u32 %p, %r" i ", " 70000 + i "; @%p bra out;"
    print "setp.lt.u32 %p, %r1, 12; @%p bra again; out:"
    print "and.b32 %r3, %r3, 0; add.u32 %r1, %r1, %r3; add.u32 %r1, %r1, %r0;"
    for (i = 4; i < 900; i++) print "and.b32 %r" i ", %r" i ", 0; add.u32 %r1, %r1, %r" i ";"
    print "ld.param.u64 %d0, [p]; mul.wide.u32 %d1, %r0, 4; add.u64 %d2, %d0, %d1; st.global.u32 [%d2], %r1; ret; }"
}' >"$ptx"
cuprum run "$ptx" --kernel=k --block=64 --print=0:4 buf:u32:64:zero
