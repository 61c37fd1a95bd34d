# RUN: for o in -fma=1 -fma=0; do %B/tools/nvvm-client %B/lib/libnvvm.so.4 ptx test/api/inputs/contract.ll -- $o | grep -o 'fma.rn.f32\|mul.rn.f32\|add.rn.f32\|mul.f32\|add.f32' | tr '\n' ' '; echo; done
# CHECK: fma.rn.f32 fma.rn.f32
# CHECK-NEXT: mul.rn.f32 add.rn.f32 fma.rn.f32
# -fma=1, the default, contracts what is not marked too; -fma=0 only what is marked.
