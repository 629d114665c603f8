/** Headers that every answer carries, whatever it is. The policy with its nonce is set per request by proxy.ts. */
const fixedHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  },
  { key: "X-Robots-Tag", value: "noindex, nofollow" },
];

/** @type {import('next').NextConfig} */
const config = {
  typedRoutes: true,
  // Compiled where it is asked for ("use memo"): what it adds to every component is a tenth of a page's JavaScript.
  reactCompiler: { compilationMode: "annotation" },
  // Our own answers keep their length and encoding; a reverse proxy compresses.
  compress: false,
  poweredByHeader: false,
  agentRules: false,
  devIndicators: false,
  // Types are a stage of their own in `npm test`; a start need not wait for them.
  typescript: { ignoreBuildErrors: true },
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  serverExternalPackages: ["better-sqlite3", "pino", "undici", "yauzl"],
  experimental: {
    globalNotFound: true,
    // A request more costs little here; by default each chunk repeats shared modules to save requests.
    turbopackChunking: { requestCost: 10_000, minChunkSize: 5_000, maxChunkCountPerGroup: 100 },
  },
  headers: () => [{ source: "/:path*", headers: fixedHeaders }],
};

export default config;
