/* wend/api.h - the macros that export functions from the library and from plugins.
 *
 * A program that uses wend as a DLL on Windows must define WEND_SHARED. The CMake target and
 * pkg-config do that. WEND_BUILDING is defined while the library itself is compiled. */
#ifndef WEND_API_H
#define WEND_API_H

/* Marks a public function of the library. All other functions are hidden. */
#if defined(_WIN32) && defined(WEND_SHARED) && defined(WEND_BUILDING)
#define WEND_API __declspec(dllexport)
#elif defined(_WIN32) && defined(WEND_SHARED)
#define WEND_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define WEND_API __attribute__((visibility("default")))
#else
#define WEND_API
#endif

/* Marks the function that a plugin exports: see wend/research/plugin.h. */
#if defined(_WIN32)
#define WEND_PLUGIN_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define WEND_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define WEND_PLUGIN_EXPORT
#endif

#endif
