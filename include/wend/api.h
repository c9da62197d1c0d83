/* wend/api.h - how functions leave the library. */
#ifndef WEND_API_H
#define WEND_API_H

/* Stands before every function that users may call; everything else is hidden.
 *
 * WEND_SHARED must be defined by whoever uses wend as a DLL on Windows; the CMake target and
 * pkg-config do it. WEND_BUILDING is defined while the library itself is compiled. */
#if defined(_WIN32) && defined(WEND_SHARED) && defined(WEND_BUILDING)
#define WEND_API __declspec(dllexport)
#elif defined(_WIN32) && defined(WEND_SHARED)
#define WEND_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define WEND_API __attribute__((visibility("default")))
#else
#define WEND_API
#endif

/* Before the function that a plugin exports (wend/research/plugin.h). */
#if defined(_WIN32)
#define WEND_PLUGIN_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define WEND_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define WEND_PLUGIN_EXPORT
#endif

#endif
