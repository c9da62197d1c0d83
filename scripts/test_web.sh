#!/bin/sh
# Builds the WebAssembly module and the playground, and tests them in Node and in Chromium.
set -eu
cd "$(dirname "$0")/.."

scripts/build_wasm.sh
echo "== playground: types and formatting"
(cd web && npm run --silent check)
echo "== playground: size"
node web/build.mjs
echo "== npm package, golden hashes"
node --test --no-warnings packages/wend/test/*.test.mjs
echo "== playground in Chromium"
node --test --no-warnings web/test/*.test.mjs
echo "all web tests passed"
