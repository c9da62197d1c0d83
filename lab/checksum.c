#include "lab/checksum.h"

#include "common/bytes.h"

#include <stdio.h>
#include <string.h>

#define BLOCK    64u
#define FILE_MAX ((size_t)1 << 30)

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, uint32_t n) {
    return (x >> n) | (x << (32 - n));
}

static void expand_block(const uint8_t *block, uint32_t w[64]) {
    for (uint32_t i = 0; i < 16; i++) {
        const uint8_t *at = block + 4 * (size_t)i;
        w[i] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
    }
    for (uint32_t i = 16; i < 64; i++) {
        uint32_t a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >> 3);
        uint32_t b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
}

static void add_block(uint32_t hash[8], const uint8_t *block) {
    uint32_t w[64], v[8];
    expand_block(block, w);
    memcpy(v, hash, sizeof v);
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t e = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
        uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
        uint32_t first = v[7] + e + choice + round_constants[i] + w[i];
        uint32_t a = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
        uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += first;
        v[0] = first + a + majority;
    }
    for (uint32_t i = 0; i < 8; i++) {
        hash[i] += v[i];
    }
}

void checksum_bytes(const void *data, size_t size, char out[CHECKSUM_SIZE]) {
    uint32_t hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint8_t *at = data;
    size_t left = size;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK) {
        add_block(hash, at);
    }
    /* A one, zeros, and the length in bits. */
    uint8_t end[2 * BLOCK] = {0};
    memcpy(end, at, left);
    end[left] = 0x80;
    size_t end_size = left + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    for (uint32_t i = 0; i < 8; i++) {
        end[end_size - 1 - i] = (uint8_t)((uint64_t)size * 8 >> (8 * i));
    }
    for (size_t i = 0; i < end_size; i += BLOCK) {
        add_block(hash, end + i);
    }
    for (uint32_t i = 0; i < 8; i++) {
        snprintf(out + 8 * (size_t)i, 9, "%08x", hash[i]);
    }
}

int checksum_file(const char *path, char out[CHECKSUM_SIZE]) {
    struct bytes data = {0};
    int code = read_whole_file(path, FILE_MAX, &data);
    if (!code) {
        checksum_bytes(data.data ? data.data : (const uint8_t *)"", data.count, out);
    }
    bytes_clear(&data);
    return code;
}
