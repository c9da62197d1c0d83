/* base/portable.h - compiler-specific keywords, each with a fallback in plain C, so that any C11
 * compiler can build wend. WEND_PLAIN_C selects the fallbacks everywhere (a test builds with it).
 * Depends on nothing; the command, the tests and the benchmarks use it too. */
#ifndef WN_PORTABLE_H
#define WN_PORTABLE_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(WEND_PLAIN_C)

/* Always inlined: generic functions that are specialized in each of their instances. */
#define WN_INLINE   static inline __attribute__((always_inline))
#define WN_NOINLINE __attribute__((noinline))

#define WN_LIKELY(x)   __builtin_expect(!!(x), 1)
#define WN_UNLIKELY(x) __builtin_expect(!!(x), 0)

#define WN_PREFETCH(address) __builtin_prefetch(address)

/* Hides from the compiler where a variable comes from. What a rarely taken branch computes from it
 * is then not hoisted out of the surrounding loop. */
#define WN_FORGET(variable) __asm__ volatile("" : "+rm"(variable))

/* Marks a function like printf: argument `text` is the format, its values start at argument
 * `first`. On Windows, GCC would otherwise check by the rules of an old C library. */
#if defined(_WIN32) && !defined(__clang__)
#define WN_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#else
#define WN_PRINTF(text, first) __attribute__((format(printf, text, first)))
#endif

/* Count the zero bits below the lowest set bit, the zero bits above the highest set bit, and the
 * set bits. For the first two, `word` must not be 0. */
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

/* Functions that a WebAssembly module exports or imports under a name. */
#ifdef __wasm__
#define WN_EXPORT(name)         __attribute__((export_name(name)))
#define WN_IMPORT(module, name) __attribute__((import_module(module), import_name(name)))

/* The module's memory in pages. WN_MEMORY_GROW is true if the memory was enlarged. */
#define WN_MEMORY_PAGE        65536u
#define WN_MEMORY_PAGES()     __builtin_wasm_memory_size(0)
#define WN_MEMORY_GROW(pages) (__builtin_wasm_memory_grow(0, (pages)) != SIZE_MAX)
#else
#define WN_EXPORT(name)
#define WN_IMPORT(module, name)
#endif

#endif
