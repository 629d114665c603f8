import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Asked, fakeServer, later, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import type { FlowPiece } from "@/lib/reading/reading-data";
import { type Filling, useFill } from "./use-fill";

const flow: readonly FlowPiece[] = Array.from({ length: 60 }, (_, index) => ({
  sectionId: `s${index}`,
  title: null,
  characters: 1000,
}));

let answer: (pieces: string[]) => Response | Promise<Response>;
let server: ReturnType<typeof fakeServer>;
let mounted: Mounted | undefined;
let filling: Filling;

const piecesOf = ({ url }: Asked) => new URL(url, location.origin).searchParams.getAll("piece");
const htmlOf = (pieces: string[]) => Object.fromEntries(pieces.map((piece) => [piece, `<p>${piece}</p>`]));

beforeEach(() => {
  answer = (pieces) => Response.json({ html: htmlOf(pieces) });
  server = fakeServer((asked) => answer(piecesOf(asked)));
});
afterEach(() => {
  mounted?.leave();
  server.restore();
});

const noFlow = { current: null };
function Reader({ sectionId }: { readonly sectionId: string }) {
  const [initial] = useState({ [sectionId]: "<p>first</p>" });
  const made = useFill({ documentId: "D1", sectionId, flow, initial, flowRef: noFlow });
  useEffect(() => {
    filling = made;
  });
  return <p>{Object.keys(made.html).length}</p>;
}
const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1500 }));
const open = (sectionId: string) => {
  mounted = mount(<Reader sectionId={sectionId} />);
};

test("a long document loads by itself, downwards from the reading position and then upwards, each piece once", async () => {
  open("s30");
  await expect.poll(() => filling.complete).toBe(true);
  const order = server.asked.flatMap(piecesOf);
  expect(order).toHaveLength(59);
  expect(new Set(order).size).toBe(59);
  expect(order.slice(0, 29)).toEqual(flow.slice(31).map((piece) => piece.sectionId));
  expect(order.slice(29, 31)).toEqual(["s29", "s28"]);
  expect(filling.html["s30"]).toBe("<p>first</p>");
});

test("everything can be requested at once, and a piece that is loading is not requested twice", async () => {
  const first = later();
  answer = () => first.answer;
  open("s0");
  await expect.poll(() => server.asked.length).toBe(1);
  const pieces = piecesOf(server.asked[0] ?? { method: "", url: "", body: null });
  answer = (wanted) => Response.json({ html: htmlOf(wanted) });
  await filling.fillAll();
  first.give(Response.json({ html: htmlOf(pieces) }));
  await expect.poll(() => filling.complete).toBe(true);
  expect(server.asked.flatMap(piecesOf)).toHaveLength(59);
});

test("a failure is reported and stops the loading, and a retry requests only what is missing", async () => {
  answer = (pieces) => (pieces.includes("s1") ? Response.json({ html: htmlOf(pieces) }) : problem(500, "app_error"));
  open("s0");
  await expect.poll(() => filling.failed).toBe(true);
  expect(filling.complete).toBe(false);
  const had = Object.keys(filling.html);
  expect(had.length).toBeGreaterThan(1);
  answer = (pieces) => Response.json({ html: htmlOf(pieces) });
  const before = server.asked.length;
  filling.retry();
  await expect.poll(() => filling.complete).toBe(true);
  const again = server.asked.slice(before).flatMap(piecesOf);
  expect(again.filter((piece) => had.includes(piece))).toEqual([]);
  expect(again).toHaveLength(60 - had.length);
});

test("leaving the page stops it", async () => {
  const first = later();
  answer = () => first.answer;
  open("s0");
  await expect.poll(() => server.asked.length).toBe(1);
  mounted?.leave();
  mounted = undefined;
  first.give(Response.json({ html: {} }));
  // Idle time passes, in which a mounted component would have requested more. A busy browser is never idle: without
  // the hook's own bound this would wait for ever.
  await idle();
  await idle();
  expect(server.asked).toHaveLength(1);
});
