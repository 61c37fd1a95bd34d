# A module that the virtual machine cannot load, and memory that it does not have.
# TIMEOUT: 120
# RUN: sh %s %t
# CHECK: error: variable 'missing' has no definition
# CHECK: 1
# CHECK: error: out of memory for variable 'vast'
# CHECK: 1
# CHECK: error: static shared memory is too large
# CHECK: 1
# CHECK: error: function 'k' has too much local memory
# CHECK: 1
# CHECK: error: the module has no kernel
# CHECK: 2
# CHECK: error: out of device memory for argument "buf:u8:
# CHECK: 2
# CHECK: error: function 'k' has too many registers
# CHECK: 1
t=$1.ptx
run() {
    { printf '.version 8.0\n.target sm_90\n.address_size 64\n'; printf '%s\n' "$1"; } >"$t"
    shift
    cuprum run "$t" "$@" 2>&1; echo $?
}
run '.extern .global .u32 missing; .entry k() { ret; }'
run '.global .b8 vast[8000000]; .entry k() { ret; }' --device-memory=4
run '.shared .b8 s[33554432]; .entry k() { ret; }'
run '.entry k() { .local .b8 l[2147483648]; ret; }'
run '.func f() { ret; }'
run '.entry k(.param .u64 p) { ret; }' buf:u8:8000000:zero --device-memory=4
awk 'BEGIN {
    print ".version 8.3\n.target sm_90\n.address_size 64\n.entry k() {\n.reg .b64 %r<1100000>;"
    for (i = 0; i < 1060000; i++) print "mov.u64 %r" i ",1;"
    print "ret;\n}"
}' >"$t"
cuprum run "$t" 2>&1; echo $?
rm -f "$t"
