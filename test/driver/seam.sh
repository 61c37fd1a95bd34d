# SPDX-License-Identifier: Apache-2.0
# What the halves of a unit must agree on is checked in the host's object: a kernel that host code launches and that has no device
# code, and sizes that differ, are errors, and no object stays.
# REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
# TIMEOUT: 60
# RUN: sh %s %t.
# CHECK: error: {{.*}}inputs/seam.cu(7): host code launches kernel "only_host", and there is no device code for it: {{.*}}only_host<int>
# CHECK: note: the host's compiler calls it {{.*}}only_host
# CHECK: TEMPLATE 1 no object
# CHECK: warning: {{.*}}inputs/seam.cu(12): there is no device code for kernel "plain"
# CHECK: PLAIN 0 object
# CHECK: error: {{.*}}inputs/seam.cu(12): host code launches kernel "plain"
# CHECK: PLAIN_LAUNCHED 1 no object
# CHECK: error: {{.*}}inputs/seam.cu(24): parameter 2 of kernel "N::take" has type "Both", which has 4 bytes and alignment 4 in host code, 16 bytes and alignment 8 in device code
# CHECK: PARAMETER 1 no object
# CHECK: error: {{.*}}inputs/seam.cu(27): parameter 1 of kernel "closure<lambda []()->void>" has type "lambda []()->void", which has 4 bytes and alignment 4 in host code, 16 bytes and alignment 8 in device code
# CHECK: CLOSURE 1 no object
# CHECK: error: {{.*}}inputs/seam.cu(37): kernel "count" has another number of parameters in host code than in device code
# CHECK: COUNT 1 no object
# CHECK: error: variable "both" has type "Both", which has 4 bytes and alignment 4 in host code, 16 bytes and alignment 8 in device code
# CHECK: VARIABLE 1 no object
# CHECK: warning #29001-D: kernel "of_type" may be missing
# CHECK: host code launches kernel "of_type", and there is no device code for it: {{.*}}of_type<int>
# CHECK: note: {{.*}}inputs/seam.cu({{\d+}}): host code that was not understood here: {{.*}}only_here
# CHECK: LOST 1 no object
# CHECK: warning: {{.*}}seam.cu: its host code is compiled without -flto, since the object must have machine code (doc/build.md)
# CHECK: LTO 0 object
# CHECK: error: "{{.*}}" is no object of the kind that a host's compiler makes here
# CHECK: JUNK 1 no object
# CHECK: NULL 0 object
# CHECK: NVCC 2 no object
# CHECK: NVCC_GOOD 0 object
t=$1
f=test/driver/inputs/seam.cu
report() { # NAME STATUS OBJECT
    if [ -e "$3" ]; then echo "$1 $2 object"; else echo "$1 $2 no object"; fi
    rm -f "$3"
}
for name in TEMPLATE PLAIN PLAIN_LAUNCHED PARAMETER CLOSURE COUNT VARIABLE LOST; do
    cuprum build --no-toolkit --extended-lambda -arch=sm_90 -c -D$name $f -o ${t}o 2>&1
    report $name $? ${t}o
done
cuprum build --no-toolkit -arch=sm_90 -c -Xcompiler -flto $f -o ${t}o 2>&1
report LTO $? ${t}o

# a compiler that writes something else
cat >${t}g++ <<'END'
#!/bin/sh
case " $* " in *" -c "*) for last; do :; done; echo junk >"$last" ;; *) exec g++ "$@" ;; esac
END
chmod +x ${t}g++
cuprum build --no-toolkit -arch=sm_90 -c -ccbin ${t}g++ $f -o ${t}o 2>&1
report JUNK $? ${t}o

cuprum build --no-toolkit -arch=sm_90 -c $f -o /dev/null
status=$?
if [ -c /dev/null ]; then echo "NULL $status object"; fi

cuprum nvcc -arch=sm_90 -c -DPARAMETER $f -o ${t}o 2>/dev/null
report NVCC $? ${t}o
cuprum nvcc -arch=sm_90 -c $f -o ${t}o
report NVCC_GOOD $? ${t}o
