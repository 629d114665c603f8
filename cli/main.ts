#!/usr/bin/env node
import { environment } from "../service/config.ts";
import { hiraku } from "./hiraku.ts";

/** Of 128 and SIGPIPE, as a program ends whose reader has gone and that Node does not keep from it: `… | head`. */
const readerHasGone = 141;
const isClosedPipe = (error: Error) => "code" in error && error.code === "EPIPE";

process.stdout.on("error", (error) => {
  if (!isClosedPipe(error)) throw error;
  process.exit(readerHasGone);
});
// Nobody reads these lines any more; the work goes on.
process.stderr.on("error", (error) => {
  if (!isClosedPipe(error)) throw error;
});

process.exitCode = await hiraku(process.argv.slice(2), {
  env: environment,
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
  isTerminal: process.stdout.isTTY === true,
});
