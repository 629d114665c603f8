import { open } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import { collectGarbage } from "./garbage.ts";

/** Opens a file and lets go of its handle, closed or not: what a program does that forgets one. */
const [file = "", ending = ""] = process.argv.slice(2);

async function openFile(): Promise<void> {
  const handle = await open(file);
  if (ending === "closed") await handle.close();
}

await openFile();
await turn();
collectGarbage();
await turn();
process.stdout.write("lives\n");
