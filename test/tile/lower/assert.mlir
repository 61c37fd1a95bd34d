// An assertion says where the elements are that do not hold, as the evaluator does, and ends the grid.
// RUN: cuprum %s -arch=sm_80 -o %t.ptx && cuprum run %t.ptx --kernel=k --grid=2 --block=128 i32:67 2>&1; cuprum run %s --kernel=k --grid=2 i32:67 2>&1
// EXIT: 1
// CHECK: {{.*}}assert.mlir:{{[0-9]+}}: tile block: [0, 0, 0], position: [4, 3]: 100% of them
// CHECK: trap
// CHECK: {{.*}}assert.mlir:{{[0-9]+}}: tile block: [0, 0, 0], position: [4, 3]: 100% of them
// RUN[HOLDS]: cuprum run %t.ptx --kernel=k --grid=2 --block=128 i32:-1 && echo all
// EXIT[HOLDS]: 0
// HOLDS: all
cuda_tile.module @m {
  entry @k(%n: tile<i32>) {
    %i = iota : tile<512xi32>
    %r = reshape %n : tile<i32> -> tile<1xi32>
    %b = broadcast %r : tile<1xi32> -> tile<512xi32>
    %m = cmpi not_equal %i, %b, signed : tile<512xi32> -> tile<512xi1>
    %t = reshape %m : tile<512xi1> -> tile<32x16xi1>
    assert %t, "100% of them" : tile<32x16xi1>
  }
}
