#include "deep.h"
