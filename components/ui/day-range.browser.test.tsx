import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { type Mounted, mount } from "@/components/testing/mount";
import { DayRange } from "./DayRange";

const words = { from: "From", to: "To", wrongDay: "No such day", wrongRange: "Ends before it begins" };
let mounted: Mounted | undefined;
let days = { from: "", to: "" };
afterEach(() => mounted?.leave());

function Form({ applies }: { readonly applies: "typing" | "leaving" }) {
  const [chosen, setChosen] = useState({ from: "", to: "" });
  const change = (part: Partial<typeof chosen>) => {
    days = { ...chosen, ...part };
    setChosen(days);
  };
  return (
    <DayRange
      {...chosen}
      applies={applies}
      words={words}
      onFrom={(from) => change({ from })}
      onTo={(to) => change({ to })}
    />
  );
}

async function open(applies: "typing" | "leaving") {
  days = { from: "", to: "" };
  mounted = mount(<Form applies={applies} />);
  await expect.poll(() => document.querySelectorAll("input").length).toBe(2);
  const [from, to] = [...document.querySelectorAll("input")];
  if (from === undefined || to === undefined) throw new Error("no fields");
  return { from, to };
}
const told = () => [...document.querySelectorAll("[role=alert]")].map((each) => each.textContent);

test("a day in an era or in full-width digits is applied as soon as it is complete", async () => {
  const { from, to } = await open("typing");
  await userEvent.type(from, "令和8年11月21日");
  await expect.poll(() => days.from).toBe("2026-11-21");
  await userEvent.type(to, "２０２６／１１／２２");
  await expect.poll(() => days).toEqual({ from: "2026-11-21", to: "2026-11-22" });
  expect(to.value).toBe("２０２６／１１／２２");
  await userEvent.tab();
  await expect.poll(() => to.value).toBe("2026-11-22");
  expect(told()).toEqual([]);
});

test("a day that is applied when the field is left is applied on Enter too, and Escape restores the last day", async () => {
  const { from } = await open("leaving");
  await userEvent.type(from, "2026-11-21");
  expect(days.from).toBe("");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => days.from).toBe("2026-11-21");
  await userEvent.clear(from);
  await userEvent.type(from, "2020");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => from.value).toBe("2026-11-21");
});

test("a text that is no day changes nothing and shows a message, and so does a range whose end is before its start", async () => {
  const { from, to } = await open("typing");
  await userEvent.type(from, "2026-13-45");
  await expect.poll(told).toEqual(["No such day"]);
  expect(days.from).toBe("");
  await userEvent.clear(from);
  await userEvent.type(from, "2026-11-21");
  await userEvent.type(to, "2026-11-20");
  await expect.poll(told).toEqual(["Ends before it begins"]);
});
