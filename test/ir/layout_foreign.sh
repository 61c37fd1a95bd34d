# No data layout, a host's, and one that no GPU can have.
# RUN[NONE]: echo 'define ptx_kernel void @k(ptr %%p) { store i64 1, ptr %%p ret void }' | cuprum -xir - -o - | grep st.global
# NONE: st.global.u64
# RUN[HOST]: printf '%%s\n' 'target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"' 'define ptx_kernel void @k(ptr %%p) { store i64 1, ptr %%p ret void }' | cuprum -xir - -o - | grep st.global
# HOST: st.global.u64
# RUN[OTHER]: printf '%%s\n' 'target datalayout = "E-p:32:32:32"' 'define ptx_kernel void @k(ptr %%p) { store i64 1, ptr %%p ret void }' | cuprum -xir - -o - 2>&1 | cat
# OTHER: its data layout is big-endian, a GPU's is little-endian
