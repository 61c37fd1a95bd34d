# What ledger_sass.py makes of a listing: blocks, edges, anchors, and (where scipy is) how often each block runs.
import sys

sys.path.insert(0, "tools")
import ledger_sass

PTX = """.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u32 p)
{
.local .align 4 .b8 depot[8];
mov.u32 %r1, %tid.x;
@%p1 bra DONE;
LOOP:
ld.global.u32 %r2, [%rd1];
add.s32 %r3, %r3, %r2;
@%p2 bra LOOP;
DONE:
@%p3 st.global.u32 [%rd2], %r3;
ret;
}"""
# The loop is there twice, as ptxas unrolls it; the store stands under a predicate; one exit is early.
SASS = """
.text.k:
 //## File "marked.ptx", line 7
 /*0000*/ S2R R1, SR_TID.X ;
 /*0010*/ @P0 EXIT ;
 //## File "marked.ptx", line 8
 /*0020*/ @P1 BRA `(.L_x_2) ;
.L_x_1:
 //## File "marked.ptx", line 10
 /*0030*/ LDG.E R2, desc[UR4][R4.64] ;
 //## File "marked.ptx", line 11
 /*0040*/ IADD3 R3, R3, R2, RZ ;
 //## File "marked.ptx", line 12
 /*0050*/ @P2 BRA `(.L_x_2) ;
 //## File "marked.ptx", line 10
 /*0060*/ LDG.E R2, desc[UR4][R4.64+0x4] ;
 //## File "marked.ptx", line 11
 /*0070*/ IADD3 R3, R3, R2, RZ ;
 //## File "marked.ptx", line 12
 /*0080*/ BRA P2, `(.L_x_1) ;
.L_x_2:
 //## File "marked.ptx", line 14
 /*0090*/ @!P3 STG.E desc[UR4][R6.64], R3 ;
 /*00a0*/ EXIT ;
.L_x_3:
 /*00b0*/ BRA `(.L_x_3);
 /*00c0*/ NOP ;
"""
text, lines = ledger_sass.marked(PTX)
print("marked:", sorted(lines), text.count(".loc 1 "), "depot" in text)
blocks = ledger_sass.functions(SASS)["k"]
for block in blocks:
    print("block", block.name or "-", len(block.code), *block.targets, "falls" if block.falls else "", "ends" if block.ends else "")
for row in ledger_sass.copies_of(blocks, lines):
    print("line", *row)
try:
    import scipy  # noqa: F401
    # 64 threads, 8 of which leave at once; 56 go round the loop ten times each, 4 of them store.
    counts = {7: (64, 32.0), 10: (560, 28.0), 11: (560, 28.0), 14: (4, 2.0)}
    runs, misfit = ledger_sass.solved(blocks, counts, lines, 64.0)
    print("loads", round(runs[2] + runs[3]), "misfit", round(float(misfit), 3))
    print("lanes", ledger_sass.lanes_of(blocks, [64, 56, 560, 280, 56, 0], counts))
except ImportError:
    print("no scipy")
