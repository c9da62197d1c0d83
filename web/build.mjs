// Builds the page into dist/, and prints how much it loads.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LIMIT = 500000; // bytes that the page may load in all
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(here('dist'), { recursive: true, force: true });
mkdirSync(here('dist'));
await build({
  entryPoints: [here('src/main.ts'), here('style.css')],
  outdir: here('dist'),
  entryNames: '[name]',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
copyFileSync(here('index.html'), here('dist/index.html'));

const sizes = readdirSync(here('dist')).map((name) => [name, statSync(here(`dist/${name}`)).size]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [name, size] of sizes) {
  console.log(`${String(size).padStart(8)}  ${name}`);
}
console.log(`${String(total).padStart(8)}  in all, of at most ${LIMIT}`);
if (total > LIMIT) {
  throw new Error('the page is too large');
}
