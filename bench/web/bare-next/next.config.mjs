import path from "node:path";

/** The peer of the app's pages: the least that the same version of Next sends and does for a page. */
const root = path.resolve(import.meta.dirname, "..", "..", "..");

/** @type {import('next').NextConfig} */
const config = {
  // Without "ts", so that no proxy.ts of another folder is taken for this app's.
  pageExtensions: ["tsx"],
  compress: false,
  poweredByHeader: false,
  agentRules: false,
  typescript: { ignoreBuildErrors: true },
  turbopack: { root },
  outputFileTracingRoot: root,
};

export default config;
