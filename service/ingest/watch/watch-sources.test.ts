import { expect, test } from "vitest";
import { EdinetFollower, today } from "../testing/edinet-follower.ts";
import { Inbox } from "./inbox.ts";
import { watchSources } from "./watch-sources.ts";

test("a folder that can't be watched does not hold up EDINET", async () => {
  const edinet = await EdinetFollower.start();
  edinet.list(today, ["S1000001"]);
  edinet.serve("S1000001");
  const abort = new AbortController();
  const clock = {
    now: () => edinet.nowMs,
    sleep: async (ms: number) => {
      edinet.nowMs += ms;
      if (edinet.published().length > 0) abort.abort();
    },
  };
  const failures: string[] = [];
  const log = { event: () => undefined, failure: (name: string) => void failures.push(name) };
  const common = { clock, log, signal: abort.signal };
  const inbox = new Inbox({
    ...common,
    folder: "/dev/null/inbox",
    session: edinet.session,
    freeBytes: async () => 1e9,
  });
  await watchSources({ ...common, edinet: edinet.watch, inbox, isOurs: async () => true });
  expect(edinet.published()).toEqual(["S1000001"]);
  expect(failures).toContain("watching the folder failed");
  await edinet.end();
});
