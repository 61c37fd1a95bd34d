# SPDX-License-Identifier: Apache-2.0
# A slice of the random lambdas: host and device agree about what they capture.
# REQUIRES: g++, python3, %B/lib/cuprum/libcudart.so.13
# TIMEOUT: 120
# RUN[A]: python3 tools/difftest/gen_capture.py run --cuprum=%B/bin/cuprum --std=17 --seed=1 --count=45
# A: 45 units in 3 programs, c++17, g++: 0 programs differ
# RUN[B]: python3 tools/difftest/gen_capture.py run --cuprum=%B/bin/cuprum --std=20 --seed=1 --count=45
# B: 45 units in 3 programs, c++20, g++: 0 programs differ
