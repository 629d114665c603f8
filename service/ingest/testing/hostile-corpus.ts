import { archives } from "./hostile-archives.ts";
import { encodings } from "./hostile-encodings.ts";
import type { HostileFile } from "./hostile-file.ts";
import { smuggled, xml } from "./hostile-markup.ts";
import { shapes } from "./hostile-shapes.ts";

export const hostileFiles: readonly HostileFile[] = [...archives, ...xml, ...smuggled, ...shapes, ...encodings];
