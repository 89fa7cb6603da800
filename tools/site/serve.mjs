// node serve.mjs FOLDER BASE [PORT]: serves the site on this machine, like a file server.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const [folder, base, port = "8150"] = process.argv.slice(2);
const MEDIA = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

const server = createServer((request, response) => {
  const file = fileOf(request.url ?? "/");
  const shown = file ?? fileOf(`${base}404.html`);
  response.writeHead(file === undefined ? 404 : 200, { "content-type": MEDIA[extname(shown ?? "")] ?? "application/octet-stream" });
  if (shown === undefined) response.end();
  else createReadStream(shown).pipe(response);
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://localhost:${server.address().port}${base}`));

/** The file of an address; undefined if there is none, or for a folder without a page. */
function fileOf(address) {
  try {
    const { pathname } = new URL(address, "http://site");
    if (!pathname.startsWith(base)) return undefined;
    const file = normalize(join(folder, "pages", decodeURIComponent(pathname.slice(base.length)), pathname.endsWith("/") ? "index.html" : ""));
    return file.startsWith(normalize(join(folder, "pages/"))) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
