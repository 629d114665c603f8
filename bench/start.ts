/** bench: `npm start` when everything is installed, built and loaded, to the first page. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../scripts/wait-for-program.ts";
import { benchData } from "./web/data.ts";
import { atMost, inRounds, ratioAtMost, reportWithoutGoal, root, type Sample } from "./web/figures.ts";
import { startApp } from "./web/running-app.ts";

const data = await benchData();
const figures = await inRounds("start", { app: startWhole, next: startNextAlone });

atMost("npm start to the sign-in page, s", figures("app", "page"), 5);
reportWithoutGoal("npm start to its word that it is there, s", figures("app", "announced"));
ratioAtMost("npm start, s: the web app alone, no checks", figures("app", "page"), figures("next", "page"), 3);

async function startWhole(): Promise<Sample> {
  const began = performance.now();
  const app = await startApp(data);
  await openPage(app.url);
  const page = performance.now() - began;
  await app.stop();
  return { page: page / 1_000, announced: app.startedInMs / 1_000 };
}

/** The peer: the time that any Next app needs to start. */
async function startNextAlone(): Promise<Sample> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-p", String(port)], {
    cwd: root,
    env: { ...process.env, HIRAKU_DATA: data, NODE_ENV: "production" },
    stdio: "ignore",
  });
  await openPage(`http://localhost:${port}`);
  const page = performance.now() - began;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return { page: page / 1_000 };
}

async function openPage(url: string): Promise<void> {
  for (;;) {
    try {
      const answer = await fetch(`${url}/sign-in`);
      await answer.text();
      if (answer.ok) return;
    } catch {
      // Nobody listens yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
