# SPDX-License-Identifier: Apache-2.0
from cuprum_cuda import _become

_become("cuprum")
