#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Sets up, builds, and runs the examples (tools/run_examples.sh).
. "$(dirname "$0")/setup.sh"
build all
exec tools/run_examples.sh "$B/bin/cuprum" "$B"
