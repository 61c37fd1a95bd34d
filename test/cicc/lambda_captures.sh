# SPDX-License-Identifier: Apache-2.0
# Extended lambdas where cudafe++ makes the host's half: it names the captures of the object that stands for the closure, and the
# lambda's number in its function, which an instance of a generic one does not change.
# REQUIRES: nvcc, ptxas, %B/lib/cuprum/libcudart.so.13
# TIMEOUT: 120
# RUN: $(cuprum toolkit --driver=nvidia %t.tk) -std=c++17 -arch=sm_90 --extended-lambda %S/inputs/lambda_captures.cu -o %t.exe && cuprum exec %t.exe
# CHECK: generic 8 6
# CHECK: read 8 14
