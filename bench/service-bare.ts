import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createCatalog } from "../service/storage/sqlite/catalog.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";

/** The peer: the same queries in plain Hono handlers, with no keys, limits, checks, headers or log. */
const [file = ""] = process.argv.slice(2);
const catalog = createCatalog(openDatabase(file));
const app = new Hono();
app.get("/v1/documents/:id", async (c) => {
  const found = await catalog.findDocument(c.req.param("id"));
  return found === undefined ? c.notFound() : c.json(found.summary);
});
app.get("/v1/documents", async (c) => {
  const at = c.req.query("at");
  const after = at === undefined ? undefined : { atMs: Number(at), id: c.req.query("id") ?? "" };
  const page = await catalog.listDocuments({ sinceMs: 0 }, after, 20);
  return c.json({ documents: page.records, next: page.next });
});
serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
  process.stdout.write(`http://127.0.0.1:${port}\n`),
);
