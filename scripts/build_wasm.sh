#!/bin/sh
# Compiles the library to WebAssembly and puts the module into the npm package: as a binary, and as compressed
# text in a JavaScript file. Generates numbers.js and numbers.d.ts from it and the headers, and one file per
# entry point for `require`.
set -eu
cd "$(dirname "$0")/.."
build=build-wasm
package=packages/wend
jobs=$(nproc 2>/dev/null || echo 2)

cmake -Wno-dev -S $package/wasm -B $build -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/wasm32-wasi.cmake" >/dev/null
cmake --build $build -j "$jobs" >/dev/null
cp $build/wend.wasm $package/wend.wasm
printf 'export default "%s";\n' "$(gzip -9n <$build/wend.wasm | base64 | tr -d '\n')" \
    >$package/wend.wasm.js
node $package/wasm/numbers.mjs write $package/wend.wasm $package

# The text stays in its own file, which `import` in CommonJS reads, too.
for entry in index slim; do
    web/node_modules/.bin/esbuild $package/$entry.js --bundle --format=cjs --platform=node --target=node18 \
        --external:./wend.wasm.js --log-level=warning --outfile=$package/$entry.cjs
done
for types in index slim numbers; do
    sed -E 's#"\./(index|numbers)\.js"#"./\1.cjs"#' $package/$types.d.ts >$package/$types.d.cts
done
