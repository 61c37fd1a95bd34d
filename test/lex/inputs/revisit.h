// entered again and again, another part of it each time
#if STEP == 1
int one;
#  if 0
#  else
int one_else;
#  endif
#elif STEP == 2
int two; // # else
#el\
if STEP == 3
int three; /*
#else
*/ const char *s = "\
#else";
#else
int other;
#endif
#ifndef NEVER
int last;
#endif
