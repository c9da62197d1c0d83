/* setjmp.h - cmocka needs it to be included; WASI lacks it, and nothing here jumps. */
