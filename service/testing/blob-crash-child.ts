import { createFileBlobs } from "../storage/blobs/file-blobs.ts";

/** Stores one blob and kills itself at the named point, so that no exit handler runs and nothing is flushed. */
const [folder, point] = process.argv.slice(2);
if (folder === undefined) throw new Error("a folder is needed");
const blobs = createFileBlobs({
  folder,
  madeBytesMax: 1_000_000,
  pins: { isPinned: async () => false },
  references: { isReferenced: async () => true },
  reached: (reached) => {
    if (reached === point) process.kill(process.pid, "SIGKILL");
  },
});
await blobs.put([Buffer.alloc(300_000, 7), Buffer.from("end")], "kept");
