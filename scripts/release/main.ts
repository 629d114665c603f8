import { parseArgs } from "node:util";
import { refuse } from "../toolchain.mjs";
import { makeRelease } from "./release.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string" },
    tag: { type: "boolean", default: false },
    "without-app": { type: "boolean", default: false },
  },
});
const [version = ""] = positionals;
if (!/^\d+\.\d+\.\d+$/.test(version) || positionals.length !== 1)
  refuse("say which version: npm run release -- 1.0.0 [--key FILE] [--tag] [--without-app]");
await makeRelease({
  repository: process.cwd(),
  version,
  key: values.key,
  tag: values.tag,
  withApp: !values["without-app"],
});
