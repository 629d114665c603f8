import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll } from "vitest";
import { createApp, type OpenedApp } from "../app.ts";
import { readSettings, type Settings } from "../settings.ts";
import type { SpendingDeps } from "../spending/ports.ts";

/** The settings of an app in a folder; nothing answers at the address of its service. */
export function testSettings(folder: string, own: Readonly<Record<string, string>> = {}): Settings {
  return readSettings({ HIRAKU_DATA: folder, HIRAKU_API_URL: "http://127.0.0.1:9", ...own });
}

/** An app in a folder of its own, which is removed with it. */
export async function openTestApp(
  own: Readonly<Record<string, string>> = {},
  ports: Partial<SpendingDeps> = {},
): Promise<OpenedApp> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.adopt(mkdtempSync(path.join(tmpdir(), "hiraku-app-")), (each) =>
    rmSync(each, { recursive: true, force: true }),
  );
  const app = opened.use(await createApp(testSettings(folder, own), ports));
  const rest = opened.move();
  return { ...app, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** One app for all tests of a file or of a block. */
export function withTestApp(own: Readonly<Record<string, string>> = {}, ports: Partial<SpendingDeps> = {}): void {
  let opened: OpenedApp | undefined;
  beforeAll(async () => {
    opened = await openTestApp(own, ports);
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());
}
