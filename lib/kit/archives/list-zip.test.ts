import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ZipFile } from "yazl";
import { makeFiling } from "../../../service/ingest/testing/make-filing.ts";
import { withSamples } from "../../../service/ingest/testing/samples.ts";
import { entriesMax, listZip as listFile } from "./list-zip.ts";

function listZip(bytes: Uint8Array) {
  const stream = (first: number, last: number) => Readable.from([bytes.subarray(first, last + 1)]);
  return listFile({ byteSize: bytes.byteLength, stream });
}

async function archive(names: readonly string[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const name of names) zip.addBuffer(Buffer.from("本文"), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

test("lists names and sizes without unpacking", async () => {
  const listing = await listZip(await archive(["XBRL/PublicDoc/0101010_honbun.htm", "添付.txt"]));
  expect(listing?.entries.map((entry) => [entry.name, entry.byteSize])).toEqual([
    ["XBRL/PublicDoc/0101010_honbun.htm", 6],
    ["添付.txt", 6],
  ]);
});

test("stops at the limit and marks the list as cut", async () => {
  const listing = await listZip(await archive(Array.from({ length: entriesMax + 5 }, (_, i) => `${i}`)));
  expect(listing?.entries).toHaveLength(entriesMax);
  expect(listing?.cut).toBe(true);
});

test("characters that disguise a name are removed", async () => {
  const bytes = await archive(["report\u202egnp.exe"]);
  expect((await listZip(bytes))?.entries[0]?.name).toBe("report�gnp.exe");
});

test("bytes that are no archive, or a broken one, give undefined and no error", async () => {
  expect(await listZip(Buffer.from("not a zip"))).toBeUndefined();
  expect(await listZip(new Uint8Array(0))).toBeUndefined();
  const bytes = await archive(["a"]);
  for (let cut = 1; cut < bytes.length; cut += 7) await listZip(bytes.subarray(0, bytes.length - cut));
});

test("an archive as EDINET delivers it is listed as it is", async () => {
  const listing = await listZip(makeFiling());
  expect(listing?.entries.some((entry) => entry.name.includes("manifest_PublicDoc.xml"))).toBe(true);
});

withSamples((sample) => {
  test("a real package is listed as it is", async () => {
    const listing = await listZip(readFileSync(sample("packages/S100AJZW.zip")));
    expect(listing?.entries.some((entry) => entry.name.includes("manifest_PublicDoc.xml"))).toBe(true);
  });
});
