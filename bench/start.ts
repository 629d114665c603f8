/** bench: `npm start` when everything is installed, built and loaded, to the first page. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort, untilAnswers } from "../scripts/wait-for-program.ts";
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
  await untilAnswers(`${app.url}/sign-in`, () => undefined);
  const page = performance.now() - began;
  await app.stop();
  return { page: page / 1_000, announced: app.startedInMs / 1_000 };
}

/** The peer: the production server alone, without a launcher and its checks. */
async function startNextAlone(): Promise<Sample> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ["lib/server/main.ts"], {
    cwd: root,
    env: { ...process.env, HIRAKU_DATA: data, PORT: String(port), NODE_ENV: "production" },
    stdio: "ignore",
  });
  try {
    await untilAnswers(`http://localhost:${port}/sign-in`, () => {
      if (child.exitCode !== null) throw new Error("the web app ended");
    });
    return { page: (performance.now() - began) / 1_000 };
  } finally {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}
