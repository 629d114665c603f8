import { readBlobPlace } from "../../lib/kit/objects/place.ts";
import { openBlobs } from "../storage/blobs/open-blobs.ts";

/** Stores one blob and kills itself at the named point, so that no exit handler runs and nothing is flushed. */
const [address = "", spoolFolder = "", point] = process.argv.slice(2);
const place = readBlobPlace(address);
if (place === undefined) throw new Error("a place is needed");
const blobs = openBlobs(place, {
  spoolFolder,
  madeBytesMax: 1_000_000,
  pins: { isPinned: async () => false },
  references: { isReferenced: async () => true },
  reached: (reached) => {
    if (reached === point) process.kill(process.pid, "SIGKILL");
  },
});
await blobs.put([Buffer.alloc(300_000, 7), Buffer.from("end")], "kept");
