#pragma once
#define FROM_HEADER 1
