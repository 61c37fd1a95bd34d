// RUN: echo '%s(2): error: other text'; exit 1
int a; // ERROR: some text
