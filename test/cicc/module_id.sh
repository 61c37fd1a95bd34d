# The unit's identifier: read from the file that cudafe++ made, or made from the path and contents.
# RUN: sh %s %t
# CHECK: _ZN27_INTERNAL_1f4a2c56_4_a_cu_x29_GLOBAL__N__1f4a2c56_4_a_cu_x1vE
# CHECK: made {{_[0-9a-f]+_4_a_cu_[0-9a-f]+$}}
# CHECK: again the same
# CHECK: with another path: differs
# CHECK: with another seed: differs
# CHECK: error: cannot read "{{.*}}none": No such file or directory
# CHECK: files of a failed run: 0
rm -rf "$1.d"
mkdir "$1.d"
cd "$1.d" || exit 1
echo 'namespace { __attribute__((device)) int v; } __attribute__((global)) void k() { v = 1; }' >a.ii
id() { cicc -arch compute_90 --orig_src_file_name x/a.cu --orig_src_path_name "$@" --module_id_file_name id a.ii -o a.ptx; }
printf _1f4a2c56_4_a_cu_x >id
id /x/a.cu
grep -o '_ZN[0-9]*_INTERNAL[^;]*' a.ptx | head -1
rm id
id /x/a.cu --gen_module_id_file
echo "made $(cat id)"
cp id id1
id /x/a.cu --gen_module_id_file
cmp id id1 && echo again the same
id /y/a.cu --gen_module_id_file
cmp -s id id1 || echo with another path: differs
id /x/a.cu --gen_module_id_file --frandom-seed abc
cmp -s id id1 || echo with another seed: differs
mkdir out
cicc -arch compute_90 --module_id_file_name none --stub_file_name out/s a.ii -o out/p 2>&1
echo "__attribute__((device)) void f() { wrong; }" >b.ii
cicc -arch compute_90 --gen_module_id_file --module_id_file_name out/id --stub_file_name out/s --gen_c_file_name out/c --gen_device_file_name out/g b.ii -o out/p 2>/dev/null
echo "files of a failed run: $(ls out | wc -l)"
