import { createServer, request } from "node:http";
import { constants, createGzip } from "node:zlib";
import { freePort } from "../../scripts/wait-for-program.ts";

/** The reverse proxy that a production installation has in front: compresses text, passes the rest on. */
export async function compressing(upstream: string): Promise<{ readonly url: string; stop(): void }> {
  const port = await freePort();
  const { hostname, port: upstreamPort } = new URL(upstream);
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const passed = request({ hostname, port: upstreamPort, method, path, headers }, (upstreamAnswer) => {
      const { "content-length": length, ...rest } = upstreamAnswer.headers;
      const type = String(upstreamAnswer.headers["content-type"] ?? "");
      const packs = /text|javascript|json|svg/.test(type) && upstreamAnswer.headers["content-encoding"] === undefined;
      if (!packs) {
        answer.writeHead(upstreamAnswer.statusCode ?? 502, upstreamAnswer.headers);
        upstreamAnswer.pipe(answer);
        return;
      }
      answer.writeHead(upstreamAnswer.statusCode ?? 502, {
        ...rest,
        "content-encoding": "gzip",
        vary: "Accept-Encoding",
      });
      // A page that is still being rendered is sent as it arrives.
      upstreamAnswer.pipe(createGzip(length === undefined ? { flush: constants.Z_SYNC_FLUSH } : {})).pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://localhost:${port}`, stop: () => void server.close().closeAllConnections() };
}
