// Every stage's text form, dumps and timing.
// RUN[TOK]: cuprum --emit=tokens %s
// TOK: identifier 'k'
// RUN[PP]: cuprum --emit=pp %s
// PP: void k(int *p)
// RUN[AST]: cuprum --emit=ast %s
// AST: k
// RUN[IR]: cuprum --emit=ir %s
// IR: define ptx_kernel void @_Z1kPi(ptr
// RUN[PTX]: cuprum --emit=ptx %s -o -
// PTX: .visible .entry _Z1kPi(
// RUN[MIR]: cuprum --emit=mir %s -lineinfo
// MIR: kernel _Z1kPi: {{[0-9]+}} blocks, {{[0-9]+}} instructions, registers pred:1
// MIR: block 0 -> {{[0-9]+}} 1
// MIR: ld.global.u32 [[R:%r[0-9]+]],
// MIR-NEXT: ; def [[R]] use %rd{{[0-9]+}} line 43
// MIR: setp{{.*}} [[R]], 0;
// MIR-NEXT: ; def [[P:%p[0-9]+]] use [[R]]
// MIR: bra
// MIR-NEXT: ; def use [[P]]
// MIR-NOT: .visible
// RUN[BC]: cuprum --emit=bc %s -o %t.bc && cuprum %t.bc -o -
// BC: .visible .entry _Z1kPi(
// RUN[SYN]: rm -f %t.ptx; cuprum --syntax-only %s -o %t.ptx; test ! -e %t.ptx && echo nothing
// SYN: nothing
// RUN[PASS]: cuprum --passes=mem2reg,simplifycfg --print-after=simplifycfg --emit=ir %s
// PASS: ; after simplifycfg
// PASS-NOT: ; after mem2reg
// RUN[TIME]: cuprum --time-passes %s -o /dev/null
// TIME: phase
// TIME: lex
// TIME: total
// RUN[TRACE]: cuprum --device-time-trace=%t.json %s -o /dev/null && cat %t.json
// TRACE: "traceEvents"
// RUN[JSON]: python3 -m json.tool %t.json
// JSON: "name": "lex"
// RUN[HELP]: cuprum --help
// HELP: --gpu-architecture=ARCH
// HELP-NOT: internal-error
// RUN[VER]: cuprum --version
// VER: cuprum {{[0-9.]+}}
// REQUIRES: python3
__global__ void k(int *p) { if (*p) *p = 1, p[1] = 2; }
