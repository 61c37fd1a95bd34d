; Hexadecimal floats of two words with fewer digits than both have: sixteen are the first word, and fewer are the second alone.
; RUN: cuprum as %s -o %t.bc && cuprum dis %t.bc -o -
; CHECK: @one = global fp128 0xL00000000000000000000000000000001
; CHECK: @fifteen = global fp128 0xL00000000000000000123456789ABCDEF
; CHECK: @sixteen = global fp128 0xL123456789ABCDEF00000000000000000
; CHECK: @seventeen = global fp128 0xL0000000000000001000000000000000F
; CHECK: @whole = global fp128 0xL00000000000000013FFF000000000000
; CHECK: @pair = global ppc_fp128 0xM00000000000000000000000000000004
target triple = "nvptx64-nvidia-cuda"
@one = global fp128 0xL1
@fifteen = global fp128 0xL123456789ABCDEF
@sixteen = global fp128 0xL123456789ABCDEF0
@seventeen = global fp128 0xL0000000000000001F
@whole = global fp128 0xL00000000000000013FFF000000000000
@pair = global ppc_fp128 0xM4
