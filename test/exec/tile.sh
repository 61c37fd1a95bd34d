#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tile IR by the driver's functions: bytecode as it is, and in the container that `tileiras` makes. Kernels run in the order of their
# stream and in graphs, print, and fail as others do.
# REQUIRES: cc, %B/lib/cuprum/libcuda.so.1
# RUN: cuprum tile as %S/inputs/tile.mlir -o %t.bc && cc -w -o %t.exe %S/inputs/load_tile.c -ldl && cuprum exec %t.exe %t.bc
# CHECK: load 0
# CHECK-NEXT: kernel 0 of 3
# CHECK-NEXT: parameter 1 at 8, 1 bytes; 1024 threads
# CHECK-NEXT: launch 0
# CHECK-NEXT: block 0
# CHECK-NEXT: block 1
# CHECK-NEXT: block 2
# CHECK-NEXT: block 0
# CHECK-NEXT: block 1
# CHECK-NEXT: block 0
# CHECK-NEXT: block 1
# CHECK-NEXT: wait 0
# CHECK-NEXT: values 29 59 27
# CHECK-NEXT: table of 16 bytes: 10 20 30 47
# CHECK-NEXT: old names 0 0
# CHECK-NEXT: unload 0
# RUN[BOX]: cuprum tileiras --gpu-name=sm_75 %t.bc -o %t.cubin && cuprum exec %t.exe %t.cubin fail
# BOX: load 0
# BOX: values 29 59 27
# BOX: (unknown):0: tile block: [0, 0, 0], position: []: as it should
# BOX: fail: launch 0, wait 719
# BOX: cuprum exec: kernel fail, block (0,0,0), 'assert' failed: as it should
# RUN[ASTRAY]: cuprum exec %t.exe %t.cubin astray
# ASTRAY: astray: launch 0, wait 700
# ASTRAY: cuprum exec: kernel astray, block (0,0,0), 'load_ptr_tko' loads from address 0x{{[0-9a-f]+}}, which is no memory of the kernel's
# RUN[CHECK2]: cuprum exec --check %t.exe %t.cubin astray
# EXIT[CHECK2]: 1
# CHECK2: astray: launch 0, wait 0
# CHECK2: mem: out-of-bounds: no allocation is near the address
# CHECK2-NEXT:   at: kernel astray, block (0,0,0)
# CHECK2-NEXT:     %result, %result_token = load_ptr_tko weak %0 : tile<ptr<i32>> -> tile<i32>, token
# CHECK2-NEXT:     launched by main
# A container with PTX for one kernel and Tile IR for others, as nvcc makes of a file with both.
# RUN[BOTH]: cuprum ptxas --gpu-name=sm_75 %S/inputs/load_cubin.ptx -o %t.ptxbin && cuprum exec %t.exe %t.cubin k %t.ptxbin
# BOTH: kernel 0 of 5
# BOTH: values 29 59 27
# BOTH: k: launch 0, wait 0
# Compiled: the container has PTX, whose kernels get the threads that they are for from a launch of blocks of one, in streams and graphs.
# RUN[PTX]: cuprum tileiras --tile=compile --gpu-name=sm_75 %t.bc -o %t.ptxbin && grep -c TileIR %t.ptxbin; cuprum exec %t.exe %t.ptxbin
# PTX: 0
# PTX: load 0
# PTX: parameter 1 at 8, 1 bytes; 32 threads
# PTX: launch 0
# PTX: block 0
# PTX: block 1
# PTX: block 2
# PTX: block 0
# PTX: block 1
# PTX: block 0
# PTX: block 1
# PTX: wait 0
# PTX: values 29 59 27
# PTX: table of 16 bytes: 10 20 30 47
# RUN[ENV]: CUPRUM_TILE=compile cuprum tileiras --gpu-name=sm_75 %t.bc -o %t.envbin && cmp %t.envbin %t.ptxbin && cuprum exec %t.exe %t.ptxbin fail
# ENV: (unknown):0: tile block: [0, 0, 0], position: []: as it should
# ENV: fail: launch 0, wait 719
# RUN[PAST]: CUPRUM_TILE=compile cuprum tileiras --tile=evaluate --gpu-name=sm_75 %t.bc -o %t.cubin2 && cmp %t.cubin %t.cubin2 && echo same
# PAST: same
# RUN[WORD]: CUPRUM_TILE=both cuprum tileiras --gpu-name=sm_75 %t.bc -o %t.cubin3
# EXIT[WORD]: 1
# WORD: error: CUPRUM_TILE is compile or evaluate, not "both"
# A GPU older than what the container is for does not run it. Broken bytecode is refused.
# RUN[OLD]: cuprum tileiras --gpu-name=sm_90 %t.bc -o %t.new && cuprum exec --gpu=sm_75 %t.exe %t.new
# EXIT[OLD]: 1
# OLD: load 209
# RUN[BROKEN]: printf '\177TileIR\000\015\004\000\000\077' >%t.cut && cuprum exec %t.exe %t.cut
# EXIT[BROKEN]: 1
# BROKEN: load 200
# RUN[WRONG]: echo 'entry @k(%%a: tile<i32>) { %%0 = addf %%a, %%a : tile<i32> }' | cuprum tile as --disable-verify - -o %t.w && cuprum exec %t.exe %t.w
# EXIT[WRONG]: 1
# WRONG: load 218
# WRONG: cuprum exec: the Tile IR of a module cannot be loaded:
# WRONG-NEXT: error: a module:{{.*}} 'addf' has 'tile<i32>' as operand 'lhs'
# The program is first in the PATH, and takes the place of one that is started by its path.
# RUN[FOUND]: mkdir -p %t.d && cp %t.exe %t.d/tileiras && cuprum exec sh -c 'command -v tileiras; tileiras --list-versions; %t.d/tileiras --version'
# FOUND: lib/cuprum/bin/tileiras
# FOUND-NEXT: 13.1
# FOUND: 13.5
# FOUND-NEXT: tileiras: Cuprum
# FOUND: Cuda compilation tools, release 13.5
