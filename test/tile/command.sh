# SPDX-License-Identifier: Apache-2.0
# `cuprum tile`: actions, options, standard input, versions.
# RUN: sh %s %S %t 2>&1
T=$2
cuprum tile
# CHECK: error: "cuprum tile" takes an action first: dis, as or verify, not ""
cuprum tile fold x
# CHECK: error: "cuprum tile" takes an action first: dis, as or verify, not "fold"
cuprum tile dis
# CHECK: error: no input file
cuprum tile dis a b
# CHECK: error: more than one input file: "b"
cuprum tile verify -g a
# CHECK: error: option "-g" is not one of "cuprum tile verify"
cuprum tile --help | head -2
# CHECK: usage: cuprum tile dis|as|verify [options] FILE|-
echo 'entry @k(%a: tile<i32>) { %0 = addi %a, %a : tile<i32> }' | cuprum tile as - -o "${T}k.bc"
cuprum tile dis - <"${T}k.bc"
# CHECK: entry @k(%arg0: tile<i32>) {
# CHECK-NEXT: %0 = addi %arg0, %arg0 : tile<i32>
# CHECK-NEXT: return
# CHECK-NEXT: }
cuprum tile verify "${T}k.bc" && echo "it is good"
# CHECK: it is good
echo 'entry @k(%a: tile<i32>) { %0 = addf %a, %a : tile<i32> }' >"${T}bad"
cuprum tile verify "${T}bad" || echo "it is bad"
# CHECK: bad:1:32: 'addf' has 'tile<i32>' as operand 'lhs'
# CHECK: it is bad
cuprum tile dis --disable-verify "${T}bad"
# CHECK: %0 = addf %arg0, %arg0  : tile<i32>
cuprum tile as --bytecode-version=13.1 "${T}k.bc" -o "${T}old.bc" && od -An -tu1 -j8 -N2 "${T}old.bc"
# CHECK: 13 1
for op in '%t = print_tko "a" -> token %u = join_tokens %t, %t : token' '%0 = tanh %f rounding<approx> : tile<f32>' '%0 = alloca num_elem = 1, alignment = 4 : tile<ptr<f32>>' '%0 = ftof %f rounding<zero> : tile<f32> -> tile<f8E8M0FNU>' 'for unsigned %x in (%i to %i, step %i) : tile<i32> {}' '%t = make_token : token %u = print_tko "a" token=%t -> token'; do
    echo "entry @k(%f: tile<f32>, %i: tile<i32>) { $op }" | cuprum tile as --bytecode-version=13.1 -
done
# CHECK: Tile IR bytecode 13.1 cannot hold a use of the result_token of 'print_tko'
# CHECK: Tile IR bytecode 13.1 cannot hold attribute 'rounding_mode' of 'tanh'
# CHECK: Tile IR bytecode 13.1 cannot hold operation 'alloca'
# CHECK: Tile IR bytecode 13.1 cannot hold type 'f8E8M0FNU'
# CHECK: Tile IR bytecode 13.1 cannot hold attribute 'unsignedCmp' of 'for'
# CHECK: Tile IR bytecode 13.1 cannot hold operand 'token' of 'print_tko'
echo 'global private @g <i32: 1> : tile<1xi32>' | cuprum tile as --bytecode-version=13.2 -
# CHECK: Tile IR bytecode 13.2 cannot hold the private or constant global 'g'
echo 'entry @k(%p: tile<ptr<f32, <none>>>) { }' | cuprum tile as --bytecode-version=13.3 -
# CHECK: Tile IR bytecode 13.3 cannot hold the attribute of a pointer
echo 'testing$func @f() { }' | cuprum tile as -
# CHECK: Tile IR bytecode 13.5 cannot hold function 'f', which is no entry
for loc in '"name"' 'fused["a":1:1, "b":1:1]' 'callsite(unknown at "name"("a":1:1))'; do
    echo "entry @k() { return loc($loc) }" | cuprum tile as -
done
# CHECK: Tile IR bytecode 13.5 cannot hold a location of kind 'name'
# CHECK: Tile IR bytecode 13.5 cannot hold a location of kind 'fused'
# CHECK: Tile IR bytecode 13.5 cannot hold a location of kind 'name'
echo 'entry @k(%a: tile<i32>) { %0 = "cuda_tile.cmpi"(%a, %a) : (tile<i32>, tile<i32>) -> tile<i1> }' | cuprum tile as --disable-verify -
# CHECK: 'cmpi' lacks its attribute 'comparison_predicate'
printf '\177TileIR\0\015\001\0\0\001\001' >"${T}short"
cuprum tile dis "${T}short"
# CHECK: short: Tile IR bytecode:
exit 0
