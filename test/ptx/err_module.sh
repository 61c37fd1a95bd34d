# Errors of a module as a whole, one small text each.
# RUN[A]: sh %s %t ''
# A: a.ptx(2): error: the module does not start with .version and .target
# RUN[B]: sh %s %t '.version 17.0' '.target sm_90'
# B: a.ptx(1): error: Unsupported .version 17.0; current version is '9.5'
# RUN[C]: sh %s %t '.version 8.0' '.target volta, texmode_unified'
# C: a.ptx(2): error: unknown target 'volta'
# C: 1 error detected
# RUN[D]: sh %s %t '.version 6.0' '.target sm_90' '.entry k() { .reg .b32 %r<3>; redux.sync.add.s32 %r1, %r2, -1; }'
# D: a.ptx(3): error: instruction 'redux.sync.add.s32' needs PTX version 7.0
# RUN[E]: sh %s %t '.version 8.0' '.target sm_90' '.entry k() { ret;'
# E: a.ptx(4): error: expected '}' before the end of the file
# RUN[F]: sh %s %t '.version 8.0' '.target sm_90' '.file 1 "name'
# F: a.ptx(3): error: string is not terminated
# RUN[G]: sh %s %t ".version 8.0" ".target sm_90" ".entry k() {$(seq -s { 300 | tr -d 0-9)"
# G: a.ptx(3): error: blocks are nested too deeply
# RUN[H]: sh %s %t '.version 8.0' '.target sm_90' '.address_size 32' '.entry k() { ret; }'
# H: a.ptx(3): error: expected an address size of 64 before '32'
t=$1
shift
printf '%s\n' "$@" >"$t.a.ptx"
cuprum run "$t.a.ptx" 2>&1
[ $? = 1 ] || echo "exit status"
