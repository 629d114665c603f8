/** bench: `npm start` when everything is installed, built and loaded, to the first page. */
import { freePort, startProgram } from "../scripts/wait-for-program.ts";
import { benchData } from "./web/data.ts";
import { atMost, inRounds, ratioAtMost, type Sample } from "./web/figures.ts";
import { startApp } from "./web/running-app.ts";

const data = await benchData();
const figures = await inRounds("start", { app: startWhole, next: startNextAlone });

atMost("npm start to the sign-in page, s", figures("app", "page"), 5);
ratioAtMost("npm start, s: the web app alone, no checks", figures("app", "page"), figures("next", "page"), 3);

async function startWhole(): Promise<Sample> {
  const began = performance.now();
  const app = await startApp(data);
  const page = performance.now() - began;
  await app.stop();
  return { page: page / 1_000 };
}

/** The peer: the production server alone, without a launcher and its checks. */
async function startNextAlone(): Promise<Sample> {
  const port = await freePort();
  const began = performance.now();
  const env = { ...process.env, HIRAKU_DATA: data, PORT: String(port), NODE_ENV: "production" as const };
  const url = `http://localhost:${port}/sign-in`;
  const server = await startProgram(process.execPath, ["lib/server/main.ts"], { url, env });
  const page = performance.now() - began;
  await server.stop();
  return { page: page / 1_000 };
}
