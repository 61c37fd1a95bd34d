# SPDX-License-Identifier: Apache-2.0
# Functions are selected on threads; code and messages are the same for any number of them.
# RUN: sh %S/inputs/jobs.sh %t
# TIMEOUT: 120
# CHECK-NOT: differ
# CHECK: plain: 0 lines of messages
# CHECK: lines: 0 lines of messages
# CHECK: debug: 0 lines of messages
# CHECK: unoptimized: 0 lines of messages
# CHECK: source: 0 lines of messages
# CHECK: machine: 0 lines of messages
# CHECK: errors: 21 lines of messages
