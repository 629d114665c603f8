import { watch } from "node:fs";
import path from "node:path";
import type { Program } from "./program.ts";

/** Files that are saved together, by an editor or by git, come within this time. */
const togetherMs = 100;
/** Folders of `lib/` that Next compiles, and reloads by itself. */
const bundled = /^lib\/next\//;

/** Node runs `lib/`, `service/` and `cli/` as they are, and reads a changed file only at its next start. */
export function restartOnChange(
  root: string,
  { ofService, web }: { readonly ofService: readonly Program[]; readonly web: Program },
): void {
  const restart = {
    service: soon(() => {
      for (const each of ofService) each.restart();
    }),
    web: soon(() => web.restart()),
  };
  for (const folder of ["service", "cli", "lib"]) {
    watch(path.join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !file.endsWith(".ts") || file.endsWith(".test.ts")) return;
      const changed = `${folder}/${file.replaceAll(path.sep, "/")}`;
      if (bundled.test(changed)) return;
      restart.service();
      if (folder === "lib") restart.web();
    });
  }
}

function soon(act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, togetherMs);
  };
}
