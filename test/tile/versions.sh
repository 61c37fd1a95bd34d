# SPDX-License-Identifier: Apache-2.0
# A module that every version can hold, in each of them: the text is the same, and so is the file that is made of the file.
# RUN: sh %s %S %t
# CHECK: 13.1 13.2 13.3 13.4 13.5 hold it
T=$2
cat >"${T}m" <<'END'
entry @k(%p: tile<ptr<f32>>, %i: tile<i32>) optimization_hints=<sm_90 = {occupancy = 2}> {
  %t = make_tensor_view %p, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
  %v = make_partition_view %t : partition_view<tile=(8), padding_value = zero, tensor_view<64xf32, strides=[1]>>
  %0, %t0 = load_view_tko weak %v[%i] : partition_view<tile=(8), padding_value = zero, tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %1 = exp %0 : tile<8xf32>
  %2 = tanh %1 : tile<8xf32>
  %n = negi %i : tile<i32>
  for %x in (%i to %n, step %i) : tile<i32> {
  }
  %t1 = store_view_tko weak %2, %v[%i] token = %t0 : tile<8xf32>, partition_view<tile=(8), padding_value = zero, tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  %t2 = print_tko "%i", %i : tile<i32> -> token
}
END
cuprum tile dis "${T}m" -o "${T}m.text" || exit 1
for version in 13.1 13.2 13.3 13.4 13.5; do
    cuprum tile as --bytecode-version=$version "${T}m" -o "${T}bc" && cuprum tile dis "${T}bc" | cmp - "${T}m.text" || exit 1
    cuprum tile as "${T}bc" -o "${T}bc2" && cmp "${T}bc" "${T}bc2" || exit 1
    if [ -n "$TILEIRDISASM" ]; then "$TILEIRDISASM" "${T}bc" | cmp - "${T}m.text" || exit 1; fi
    printf '%s ' $version
done
echo "hold it"
