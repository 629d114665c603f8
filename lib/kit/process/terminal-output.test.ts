import { expect, test } from "vitest";
import { terminalOutput } from "./terminal-output.ts";

const failing = (code: string) => (): never => {
  throw Object.assign(new Error(code), { code });
};

test("lines are written together and complete, however few bytes each write accepts", () => {
  let taken = "";
  const output = terminalOutput(1, (_fd, bytes, offset) => {
    taken += bytes.toString("utf8", offset, offset + 1);
    return 1;
  });
  output.write("one\n");
  output.write("two\n");
  expect(taken).toBe("");
  output.flushSync();
  expect(taken).toBe("one\ntwo\n");
});

test("a closed output ends the log, not the process", () => {
  let calls = 0;
  const output = terminalOutput(1, () => {
    calls++;
    return failing("EPIPE")();
  });
  output.write("last words\n");
  output.flushSync();
  output.write("more\n");
  output.flushSync();
  expect(calls).toBe(1);
});

test("a busy output is waited for briefly, and gets the lines later", () => {
  let busy = true;
  let taken = "";
  const output = terminalOutput(1, (_fd, bytes, offset) => {
    if (busy) failing("EAGAIN")();
    taken += bytes.toString("utf8", offset);
    return bytes.length - offset;
  });
  output.write("kept\n");
  output.flushSync();
  busy = false;
  output.flushSync();
  expect(taken).toBe("kept\n");
});

test("what waits for a slow reader can be counted", () => {
  const busy = Object.assign(new Error("slow"), { code: "EAGAIN" });
  let isSlow = true;
  const output = terminalOutput(1, (_descriptor, bytes, offset) => {
    if (isSlow) throw busy;
    return bytes.length - offset;
  });
  output.write("a line\n");
  output.flushSync();
  expect(output.waitingCharacters).toBe(7);
  isSlow = false;
  output.flushSync();
  expect(output.waitingCharacters).toBe(0);
});
