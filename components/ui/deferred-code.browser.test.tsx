import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import { codeOf, useDeferredCode } from "./use-deferred-code.ts";

let mounted: Mounted | undefined;
afterEach(() => mounted?.leave());

let tasks = 0;
/** In which task of the page each row was rendered. */
let renderedIn = new Set<number>();

/** Takes as long as one slice of a rendering that lets others in between. */
function noteRendered(): void {
  const end = performance.now() + 6;
  while (performance.now() < end);
  renderedIn.add(tasks);
}

function Row() {
  noteRendered();
  return <li />;
}

function Part() {
  const [rows] = useState(() => Array.from({ length: 8 }, (_, at) => at));
  return (
    <ul>
      {rows.map((at) => (
        <Row key={at} />
      ))}
    </ul>
  );
}

/** Counts the tasks of this page, as a reader's clicks would come between them. */
function countTasks(): () => void {
  tasks = 0;
  renderedIn = new Set();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    tasks += 1;
    port2.postMessage(undefined);
  };
  port2.postMessage(undefined);
  return () => port1.close();
}

const loadLater = async () => ({ Part });
const loadWanted = async () => ({ Part });

function Later() {
  const later = useDeferredCode(loadLater, "seen");
  return later === undefined ? null : <later.Part />;
}

function Wanted() {
  const wanted = useDeferredCode(loadWanted, true);
  return wanted === undefined ? null : <wanted.Part />;
}

test("what comes after the page is rendered in slices, and what somebody waits for at once", async () => {
  let stop = countTasks();
  mounted = mount(<Later />);
  await expect.poll(() => mounted?.element.querySelectorAll("li").length).toBe(8);
  stop();
  expect(renderedIn.size).toBeGreaterThan(1);

  mounted.leave();
  stop = countTasks();
  mounted = mount(<Wanted />);
  await expect.poll(() => mounted?.element.querySelectorAll("li").length).toBe(8);
  stop();
  expect(renderedIn.size).toBe(1);
});

const askedIn: number[] = [];
const noting = () => async () => {
  askedIn.push(tasks);
  return {};
};
const loadsInTurn = [noting(), noting(), noting(), noting()] as const;
const loadsWhenUsed = [noting(), noting(), noting(), noting()] as const;

function Four({ loads }: { readonly loads: typeof loadsInTurn }) {
  useDeferredCode(loads[0], "seen");
  useDeferredCode(loads[1], "seen");
  useDeferredCode(loads[2], "seen");
  useDeferredCode(loads[3], "seen");
  return null;
}

const unseen = vi.fn(async () => ({}));
const seen = vi.fn(async () => ({}));

function Both() {
  useDeferredCode(unseen);
  useDeferredCode(seen, "seen");
  return null;
}

test("what only a user needs is asked for once there is a sign of one, and what is seen before", async () => {
  mounted = mount(<Both />);
  await expect.poll(() => seen.mock.calls.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(unseen).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("pointermove"));
  await expect.poll(() => unseen.mock.calls.length).toBe(1);
});

test("what comes after the page is asked for one after another, and without idle time when somebody has acted", async () => {
  const stop = countTasks();
  mounted = mount(<Four loads={loadsInTurn} />);
  await expect.poll(() => askedIn.length).toBe(loadsInTurn.length);
  expect(new Set(askedIn).size).toBe(loadsInTurn.length);

  mounted.leave();
  askedIn.length = 0;
  vi.stubGlobal("requestIdleCallback", () => 0);
  window.dispatchEvent(new Event("wheel"));
  mounted = mount(<Four loads={loadsWhenUsed} />);
  await expect.poll(() => askedIn.length).toBe(loadsWhenUsed.length);
  stop();
  vi.unstubAllGlobals();
  // Each in a task of its own: asking takes time in a long page, and a press waits behind it.
  expect(new Set(askedIn).size).toBe(loadsWhenUsed.length);
});

test("code that somebody waits for is asked for until it comes, and once by all", async () => {
  let asked = 0;
  const load = async () => {
    asked += 1;
    if (asked === 1) throw new Error("the connection was interrupted");
    return { word: "here" };
  };
  const both = await Promise.all([codeOf(load), codeOf(load)]);
  expect(both.map(({ word }) => word)).toEqual(["here", "here"]);
  expect(asked).toBe(2);
});
