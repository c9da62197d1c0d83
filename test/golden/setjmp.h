/* setjmp.h - cmocka wants it included; WASI has none, and nothing here jumps. */
