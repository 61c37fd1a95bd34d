#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds and runs every test. V=debug|asan chooses the variant (default: optimized).
. "$(dirname "$0")/setup.sh"
build all units
exec tools/run_checks.sh
