@other = global i32 1
