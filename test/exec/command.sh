#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What `cuprum exec` says about its own command line.
# REQUIRES: %B/gen/direct, %B/lib/cuprum/libcudart.so.13
# RUN[A]: cuprum exec
# EXIT[A]: 1
# A: cuprum exec: no program is named
# RUN[B]: cuprum exec --gpu=sm_90 ./no/such/program
# EXIT[B]: 1
# B: cannot start "./no/such/program": No such file or directory
# RUN[C]: cuprum exec --gpux=sm_90 true
# EXIT[C]: 1
# C: unknown option '--gpux=sm_90'
# RUN[D]: mkdir -p %t.d/bin && cp %B/bin/cuprum %t.d/bin/ && %t.d/bin/cuprum exec true
# EXIT[D]: 1
# D: the CUDA library of the virtual machine is not at "{{.*}}lib/cuprum/libcudart.so.13"
# RUN[E]: cuprum exec --sms 4 --memory=64 -- sh -c 'echo "$CUPRUM_EXEC"; case $LD_PRELOAD in */lib/cuprum/libcudart.so.13) echo preloaded;; esac'
# E: '--sms' '4' '--memory=64'
# E: preloaded
# RUN[G]: cuprum exec sh -c 'case $LD_AUDIT in */lib/cuprum/libcuprum-redirect.so) echo audited;; esac'
# G: audited
# RUN[F]: cuprum exec --help
# F: --gpu
