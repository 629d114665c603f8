import { projectNode, root } from "../toolchain.mjs";
import { ensureBuilt } from "./build.ts";
import { pruneInstalled } from "./prune.ts";

const node = projectNode();
await pruneInstalled(root);
await ensureBuilt(node);
