import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isProblemCode, problemTable } from "../../lib/contract/problems.ts";
import type { Reply } from "./wire.ts";

/**
 * The pages that need no key: the OpenAPI document, the reference page that shows it, and a line for each problem's
 * `type`. The viewer is served from disk, under a policy that lets it load nothing else.
 */
export type PublicPage = (pathname: string) => Reply | undefined;

const viewerFolder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

const viewerFiles: Readonly<Record<string, string>> = {
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "swagger-ui.css": "text/css; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hiraku service – reference</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const startScript = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

export function createPublicPages(openapi: () => string): PublicPage {
  const files = new Map<string, Uint8Array>();
  const viewerFile = (name: string) => {
    const known = files.get(name) ?? readFileSync(join(viewerFolder, name));
    files.set(name, known);
    return known;
  };

  return (pathname) => {
    const found = contentOf(pathname, openapi, viewerFile);
    if (found === undefined) return undefined;
    return {
      status: 200,
      body: found.body,
      headers: {
        "Content-Type": found.type,
        "Content-Security-Policy": policy,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-cache",
      },
    };
  };
}

function contentOf(
  pathname: string,
  openapi: () => string,
  viewerFile: (name: string) => Uint8Array,
): { readonly type: string; readonly body: string | Uint8Array } | undefined {
  if (pathname === "/openapi.json") return { type: "application/json", body: openapi() };
  if (pathname === "/docs" || pathname === "/docs/") return { type: "text/html; charset=utf-8", body: page };
  if (pathname === "/docs/start.js") return { type: "text/javascript; charset=utf-8", body: startScript };
  if (pathname.startsWith("/docs/")) {
    const name = pathname.slice("/docs/".length);
    const type = Object.hasOwn(viewerFiles, name) ? viewerFiles[name] : undefined;
    return type === undefined ? undefined : { type, body: viewerFile(name) };
  }
  if (pathname.startsWith("/errors/")) {
    const code = pathname.slice("/errors/".length).replaceAll("-", "_");
    if (!isProblemCode(code)) return undefined;
    const { status, title } = problemTable[code];
    return { type: "text/plain; charset=utf-8", body: `${title}\ncode: ${code}\nstatus: ${status}\n` };
  }
  return undefined;
}
