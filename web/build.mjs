// Builds the page into dist/, and prints how much it loads.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const LIMIT = 500000; // maximum total size of the page in bytes
const SINGLE = 'wend-playground.html';
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(here('dist'), { recursive: true, force: true });
mkdirSync(here('dist'));
await build({
  entryPoints: [here('src/main.ts'), here('style.css')],
  outdir: here('dist'),
  entryNames: '[name]',
  bundle: true,
  minify: true,
  format: 'iife', // a worker made from text cannot be a module
  target: 'es2022',
  logLevel: 'warning',
});
copyFileSync(here('index.html'), here('dist/index.html'));

const files = readdirSync(here('dist'));
const textOf = (name) => readFileSync(here(`dist/${name}`), 'utf8');
const sizes = files.map((name) => [name, statSync(here(`dist/${name}`)).size]);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
const packed = files.reduce((sum, name) => sum + gzipSync(textOf(name)).length, 0);
for (const [name, size] of sizes) {
  console.log(`${String(size).padStart(8)}  ${name}`);
}
console.log(`${String(total).padStart(8)}  in all, of at most ${LIMIT}; ${packed} compressed`);
if (total > LIMIT) {
  throw new Error('the page is too large');
}

function replaceOnce(html, tag, by) {
  if (html.split(tag).length !== 2) {
    throw new Error(`index.html has not one ${tag}`);
  }
  return html.replace(tag, () => by);
}

/** Makes the page as one file, which also works from disk without a server. Its policy allows only this script. */
function inline(html, tag, start, end, name, directive) {
  const text = textOf(name);
  const hash = createHash('sha256').update(text).digest('base64');
  const own = replaceOnce(html, `${directive} 'self'`, `${directive} 'sha256-${hash}'`);
  return replaceOnce(own, tag, `${start}${text}${end}`);
}

const styled = inline(
  textOf('index.html'),
  '<link rel="stylesheet" href="style.css" />',
  '<style>',
  '</style>',
  'style.css',
  'style-src',
);
const whole = inline(
  styled,
  '<script type="module" src="main.js"></script>',
  '<script type="module">',
  '</script>',
  'main.js',
  'script-src',
);
writeFileSync(here(`dist/${SINGLE}`), whole);
console.log(`${String(Buffer.byteLength(whole)).padStart(8)}  ${SINGLE}, the page as one file`);
