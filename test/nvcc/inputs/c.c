int c_function(int a) { return a + 1; }
