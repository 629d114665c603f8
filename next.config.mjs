/** @type {import('next').NextConfig} */
const config = {
  typedRoutes: true,
  // Compiled where it is asked for ("use memo"): what it adds to every component is a tenth of a page's JavaScript.
  reactCompiler: { compilationMode: "annotation" },
  // lib/server/compression.ts does, and leaves out what holds a secret.
  compress: false,
  poweredByHeader: false,
  // Equal files make an equal build, and two web apps of them serve each other's pages.
  generateBuildId: () => process.env.NEXT_BUILD_ID ?? null,
  agentRules: false,
  devIndicators: false,
  // Types are a stage of their own in `npm test`; a start need not wait for them.
  typescript: { ignoreBuildErrors: true },
  allowedDevOrigins: ["127.0.0.1", "localhost"],
  experimental: {
    globalNotFound: true,
    // Few scripts, which compress better than many small ones; what is repeated between pages is less (decision 33).
    turbopackChunking: {
      requestCost: 200_000,
      minChunkSize: 200_000,
      maxMergeChunkSize: 1_000_000,
      maxChunkCountPerGroup: 4,
    },
  },
  // Addresses of before, which people have shared; their queries go along.
  redirects: () =>
    [
      ["/documents", "/read"],
      ["/news", "/read/news"],
      ["/search", "/ask"],
      ["/ask", "/ask/answer", "question"],
      ["/ask", "/ask/answer", "issuer"],
      ["/library/ledger", "/library/spending"],
      ["/verify", "/check"],
      ["/r/:receipt", "/check/:receipt"],
    ].map(([source, destination, key]) => ({
      ...{ source, destination, permanent: false },
      ...(key === undefined ? {} : { has: [{ type: "query", key }] }),
    })),
  headers: () => [
    // Files in public/ asked for by name may change with any version.
    {
      source:
        "/:file(favicon\\.ico|icon\\.svg|icon-\\d+\\.png|apple-touch-icon\\.png|manifest\\.webmanifest|robots\\.txt|llms\\.txt|verify\\.mjs)",
      headers: [{ key: "Cache-Control", value: "public, max-age=86400" }],
    },
    // Their folders are named after the version of what lies in them; the stylesheet beside them is not.
    {
      source: "/fonts/:folder/:file",
      headers: [{ key: "Cache-Control", value: "public, max-age=31536000, immutable" }],
    },
  ],
};

export default config;
