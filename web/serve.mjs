// Serves a folder on this machine. As a command it serves the page in dist/: node serve.mjs [PORT]
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

/** Headers that isolate a page, which gives it a finer clock. */
const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const HEADERS = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

async function answer(folder, isolation, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  // Refuses names with folders: all files of the page are in one folder.
  const name = pathname === '/' ? 'index.html' : pathname.slice(1).replaceAll('/', '');
  try {
    const content = await readFile(new URL(name, folder));
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    response.writeHead(200, { ...HEADERS, ...isolation, 'Content-Type': type });
    response.end(content);
  } catch {
    response.writeHead(404, { 'Content-Type': 'text/plain' });
    response.end('not found\n');
  }
}

/** Starts a server; port 0 for any that is free. `folder` is an address that ends with a slash. Without `isIsolated`
 * the page has the clock that most servers leave it. */
export function serve(port, folder = new URL('dist/', import.meta.url), isIsolated = true) {
  const isolation = isIsolated ? ISOLATED : {};
  const server = createServer(
    (request, response) => void answer(folder, isolation, request, response),
  );
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const port = Number(process.argv[2] ?? 8080);
  try {
    await serve(port);
    console.log(`The playground is at http://localhost:${port}/ (Ctrl-C ends it)`);
  } catch (error) {
    const reasons = {
      EADDRINUSE: 'is used by another program',
      EACCES: 'is not for everyone',
      ERR_SOCKET_BAD_PORT: 'is invalid, expected 1 to 65535',
    };
    const why = reasons[error.code] ?? `cannot be used: ${error.message}`;
    console.error(
      `Port ${port} ${why}. Choose another one: make web-run PORT=${port < 65535 ? port + 1 : 8080}`,
    );
    process.exitCode = 1;
  }
}
