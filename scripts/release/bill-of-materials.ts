import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { npm } from "./npm.ts";

const Bill = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string(), component: z.looseObject({ name: z.string() }) }),
});

/**
 * The packages that run, on every platform, by the lockfile, as CycloneDX. npm gives each of its own a number and a time,
 * and calls it after its folder: here they follow from what it says and from the commit.
 */
export function makeBill(clone: string, file: string, seconds: number): void {
  const options = ["--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const bill = Bill.parse(JSON.parse(npm(clone, ["sbom", ...options])));
  bill.metadata.timestamp = new Date(seconds * 1000).toISOString();
  bill.metadata.component.name = "hiraku";
  bill.serialNumber = "";
  const hash = createHash("sha256").update(JSON.stringify(bill)).digest("hex");
  // A UUID of version 8: its bits are its maker's.
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  bill.serialNumber = `urn:uuid:${parts.join("-")}-${hash.slice(20, 32)}`;
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
}
