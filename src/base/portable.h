/* base/portable.h - the one place that knows compilers. Each word has a form in plain C, so that
 * any C11 compiler can build wend; with WEND_PLAIN_C defined that form is used everywhere (a test
 * builds it so). Depends on nothing; the command, the tests and the benchmarks use it too. */
#ifndef WN_PORTABLE_H
#define WN_PORTABLE_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(WEND_PLAIN_C)

/* Always inlined: generic functions that are to become part of each of their instances. */
#define WN_INLINE   static inline __attribute__((always_inline))
#define WN_NOINLINE __attribute__((noinline))

#define WN_LIKELY(x)   __builtin_expect(!!(x), 1)
#define WN_UNLIKELY(x) __builtin_expect(!!(x), 0)

#define WN_PREFETCH(address) __builtin_prefetch(address)

/* From here on the compiler does not know where a variable comes from: what is computed from it in
 * a branch that is seldom taken is not computed before the loop round it. */
#define WN_FORGET(variable) __asm__ volatile("" : "+rm"(variable))

/* A function that takes a format as its argument number `text` and what it prints from number
 * `first` on. On Windows the compiler would check by the rules of an old C library. */
#if defined(_WIN32) && !defined(__clang__)
#define WN_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#else
#define WN_PRINTF(text, first) __attribute__((format(printf, text, first)))
#endif

/* The number of zero bits below the lowest set bit, above the highest; of set bits. `word` must not
 * be 0 for the first two. */
WN_INLINE uint32_t wn_low_zeros(uint64_t word) {
    return (uint32_t)__builtin_ctzll(word);
}

WN_INLINE uint32_t wn_high_zeros(uint64_t word) {
    return (uint32_t)__builtin_clzll(word);
}

WN_INLINE uint32_t wn_count_bits(uint64_t word) {
    return (uint32_t)__builtin_popcountll(word);
}

#else

#define WN_INLINE static inline
#define WN_NOINLINE

#define WN_LIKELY(x)   (x)
#define WN_UNLIKELY(x) (x)

#define WN_PREFETCH(address) ((void)(address))

#define WN_FORGET(variable) ((void)(variable))

#define WN_PRINTF(text, first)

WN_INLINE uint32_t wn_count_bits(uint64_t word) {
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

WN_INLINE uint32_t wn_low_zeros(uint64_t word) {
    return wn_count_bits(~word & (word - 1));
}

WN_INLINE uint32_t wn_high_zeros(uint64_t word) {
    for (uint32_t shift = 1; shift < 64; shift *= 2) {
        word |= word >> shift; /* all bits below the highest one */
    }
    return wn_count_bits(~word);
}

#endif

/* A function that a WebAssembly module offers under this name, and one that it is given. */
#ifdef __wasm__
#define WN_EXPORT(name)         __attribute__((export_name(name)))
#define WN_IMPORT(module, name) __attribute__((import_module(module), import_name(name)))

/* Its memory in pages; WN_MEMORY_GROW says whether it is larger now. */
#define WN_MEMORY_PAGE        65536u
#define WN_MEMORY_PAGES()     __builtin_wasm_memory_size(0)
#define WN_MEMORY_GROW(pages) (__builtin_wasm_memory_grow(0, (pages)) != SIZE_MAX)
#else
#define WN_EXPORT(name)
#define WN_IMPORT(module, name)
#endif

#endif
