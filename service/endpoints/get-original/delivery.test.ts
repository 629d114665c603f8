import { expect, test } from "vitest";
import { BucketError } from "../../../lib/kit/objects/s3-errors.ts";
import { jpegBytes, pdfBytes } from "../../testing/fixture.ts";
import { createHarness } from "../../testing/harness.ts";
import { attachment } from "./content-disposition.ts";

const original = { document_id: "READY1", original_id: "pdf" };

test("an original comes whole, as an attachment under its listed name", async () => {
  const { client, blobs } = await createHarness();
  const answer = await client.call("getOriginal", original);
  expect(answer.bytes).toEqual(pdfBytes);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="[ -~]+"; filename\*=UTF-8''%E6%9C%89/,
  );
  expect(blobs.openCount).toBe(0);
});

test("a page image comes as JPEG", async () => {
  const { client } = await createHarness();
  expect((await client.call("getPageImage", { document_id: "READY1", page_number: 3 })).bytes).toEqual(jpegBytes);
});

test("Range is ignored: a part would be charged again", async () => {
  const { client } = await createHarness();
  const answer = await client.call("getOriginal", original, { headers: { range: "bytes=0-9" } });
  expect(answer.status).toBe(200);
  expect(answer.bytes.byteLength).toBe(pdfBytes.byteLength);
});

test.each([
  ["READY1", "zip", "content_not_available"],
  ["READY1", "csv", "not_found"],
  ["READY1", "..", "not_found"],
  ["PENDING", "pdf", "content_not_available"],
  ["PENDING", "csv", "not_found"],
  ["WITHDRAWN", "pdf", "content_not_available"],
  ["NONE", "pdf", "not_found"],
])("the original %s/%s is %s", async (document_id, original_id, code) => {
  const { client, newKey, keyState } = await createHarness();
  const { id, key } = await newKey({ credits: 8 });
  const answer = await client.raw("GET", `/v1/documents/${document_id}/originals/${encodeURIComponent(original_id)}`, {
    key,
  });
  expect(answer.code).toBe(code);
  expect((await keyState(id)).credits?.balance).toBe(8);
});

test.each([
  ["READY1", "2", "image_not_available"],
  ["READY1", "0", "not_found"],
  ["READY1", "-1", "not_found"],
  ["READY1", "4", "not_found"],
  ["READY1", "99999999999999", "not_found"],
  ["PENDING", "1", "image_not_available"],
  ["WITHDRAWN", "1", "image_not_available"],
  ["NONE", "1", "not_found"],
])("page %s/%s is %s", async (document_id, page, code) => {
  const { client } = await createHarness();
  expect((await client.raw("GET", `/v1/documents/${document_id}/pages/${page}/image`)).code).toBe(code);
});

test.each(["x", "1.5", "１", "0x1", "%20"])("page number %s is a 422", async (page) => {
  const { client } = await createHarness();
  const target = `/v1/documents/READY1/pages/${encodeURIComponent(page)}/image`;
  expect((await client.raw("GET", target, { endpoint: "getPageImage" })).status).toBe(422);
});

test("what is listed can be fetched, and nothing of a withdrawn or pending document is listed", async () => {
  const { client } = await createHarness();
  for (const document_id of ["READY1", "IMAGES", "PENDING", "WITHDRAWN"]) {
    const { pages } = await client.get("listPageImages", { document_id });
    for (const { page_number } of pages) await client.get("getPageImage", { document_id, page_number });
    const { originals } = await client.get("listOriginals", { document_id });
    for (const { original_id } of originals) await client.get("getOriginal", { document_id, original_id });
    if (document_id === "PENDING" || document_id === "WITHDRAWN") expect([pages, originals]).toEqual([[], []]);
  }
});

test.each([
  ["missing", async () => undefined],
  ["in a bucket that can't be reached", async () => Promise.reject(new BucketError("s3://bucket/ is away.", true))],
])("a file that is %s costs nothing", async (_, open) => {
  const { client, newKey, keyState } = await createHarness({ blobs: { open } });
  const { id, key } = await newKey({ credits: 8 });
  expect((await client.call("getOriginal", original, { key })).status).toBe(500);
  expect(await keyState(id)).toMatchObject({ charged: 0, credits: { balance: 8, reserved: 0 } });
});

test.each([
  ["a.pdf", 'attachment; filename="a.pdf"'],
  ['a"b\\c.pdf', "attachment; filename=\"a_b_c.pdf\"; filename*=UTF-8''a%22b_c.pdf"],
  ["有.pdf", "attachment; filename=\"_.pdf\"; filename*=UTF-8''%E6%9C%89.pdf"],
  ["../../etc/passwd", 'attachment; filename=".._.._etc_passwd"'],
  ["a\r\nSet-Cookie: x", 'attachment; filename="aSet-Cookie: x"'],
  ["", 'attachment; filename="original"'],
  ["..", 'attachment; filename="original"'],
  ["50%.pdf", "attachment; filename=\"50_.pdf\"; filename*=UTF-8''50%25.pdf"],
  ["\ud800.pdf", "attachment; filename=\"_.pdf\"; filename*=UTF-8''%EF%BF%BD.pdf"],
])("the file name %j can't break out of its header", (name, header) => {
  expect(attachment(name)).toBe(header);
  expect(() => new Headers({ "content-disposition": attachment(name) })).not.toThrow();
});
