import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { newApiKey, newKeyId, secretHashOf } from "../../service/domain/keys/api-key.ts";
import { openLibrary } from "../../service/library.ts";
import { openStore } from "../../service/storage/open-store.ts";
import { atMost } from "../web/figures.ts";

const readers = 50;
const fileBytes = 20_000_000;

/** Resident memory of the service: at rest, and with 50 readers of a 20 MB original who take a little at a time. */
export async function measureMemory(folder: string, root: string): Promise<void> {
  const key = await publish(folder);
  const child = spawn(process.execPath, ["cli/main.ts", "serve", "--port", "0"], {
    cwd: root,
    env: { ...process.env, HIRAKU_DATA: folder, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const [line] = await once(createInterface(child.stderr), "line");
    const port = Number(/:(\d+)/.exec(String(line).replace("http:", ""))?.[1]);
    await delay(2_000);
    atMost("memory 2 s after the start, MB", [residentMegabytes(child)], 200);
    await delay(15_000);
    atMost("memory at rest, MB", [residentMegabytes(child)], 152);
    const sockets = Array.from({ length: readers }, () => slowReader(port, key));
    let most = 0;
    let read = 0;
    for (let i = 0; i < 40; i++) {
      await delay(100);
      for (const socket of sockets) read += socket.read(20_000)?.length ?? 0;
      most = Math.max(most, residentMegabytes(child));
    }
    atMost(`memory with ${readers} slow readers of ${fileBytes / 1e6} MB, MB`, [most], 300);
    console.log(
      `  (${(read / readers / 1e6).toFixed(1)} MB read by each in 4 s; no more than sockets hold was sent ahead)`,
    );
    for (const socket of sockets) socket.destroy();
  } finally {
    child.kill("SIGKILL");
  }
}

async function publish(folder: string): Promise<string> {
  const store = openStore(folder);
  const library = openLibrary(store, { dataFolder: folder, madeBytesMax: 1e9, makers: {} });
  const stored = await library.blobs.put([randomBytes(fileBytes)], "kept");
  await library.publisher.publishDocument({
    documentId: "BIG",
    family: "edinet_filing",
    type: "annual_securities_report",
    title: "大きな原本",
    securityCode: null,
    issuerName: null,
    timelineAtMs: Date.now(),
    periodStart: null,
    periodEnd: null,
    fiscalPeriod: null,
    language: "ja",
    amendsDocumentId: null,
    sourceUrl: null,
    sourceAttribution: null,
    status: "ready",
    releaseAtMs: null,
    sections: [{ sectionId: "a", title: "本文", level: 1, parentSectionId: null, markdown: "# 本文\n" }],
    pages: [],
    originals: [
      { originalId: "pdf", mediaType: "application/pdf", fileName: "big.pdf", source: stored, deliverable: true },
    ],
    images: [],
  });
  const key = newApiKey();
  await store.keys.create({
    id: newKeyId(),
    name: "bench",
    secretHash: secretHashOf(key),
    createdAtMs: Date.now(),
    entitled: true,
    perMinute: 1_000_000,
    perDay: null,
    credits: null,
  });
  await library.close();
  store.close();
  return key;
}

/** Reads only when told to. */
function slowReader(port: number, key: string): Socket {
  const socket = connect(port, "127.0.0.1", () => {
    socket.write(`GET /v1/documents/BIG/originals/pdf HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  });
  socket.on("error", () => {});
  socket.on("readable", () => {});
  return socket;
}

function residentMegabytes({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1_000;
}
