# SPDX-License-Identifier: Apache-2.0
# doc/passes.md is what the tables say: `make passes-doc` writes it.
# RUN: %B/tools/passes_doc >%t.md; diff doc/passes.md %t.md && echo current
# CHECK: current
