extern "C" int plain(int a) { return a; }
