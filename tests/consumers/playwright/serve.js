// Serves this folder, like an app's own dev server. The query's names become headers.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const types = { ".html": "text/html", ".js": "text/javascript" };

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, "http://localhost");
  const headers = Object.fromEntries(searchParams);
  readFile(join(import.meta.dirname, pathname)).then(
    (content) => response.writeHead(200, { "content-type": types[extname(pathname)], ...headers }).end(content),
    () => response.writeHead(404).end(),
  );
}).listen(Number(process.env.PORT), "127.0.0.1");
