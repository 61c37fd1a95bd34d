# SPDX-License-Identifier: Apache-2.0
# A slice of the programs with launches (doc/testing.md, "Random programs"): every kernel is found and gives its value.
# REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
# TIMEOUT: 200
# RUN: %B/tools/difftest --kind=launch --count=2 --seed=34
# CHECK: built with: g++ 2
# CHECK: 2 programs with {{\d+}} launches, 0 differences
