import { expect, test } from "vitest";
import { headingName } from "./heading-names.ts";

test.each([
  ["第一部 企業情報", "Part I  Company information"],
  ["第一部【企業情報】", "Part I  Company information"],
  ["第1 企業の概況", "Overview of the company"],
  ["第１【企業の概況】", "Overview of the company"],
  ["1 【経営方針、経営環境及び対処すべき課題等】", "Policy and issues"],
  ["(1) 【株式の総数等】", "Total number of shares"],
  ["①【連結貸借対照表】", "Consolidated balance sheet"],
  ["4 コーポレート・ガバナンスの状況等", "Governance"],
  ["１株当たり情報", "Per-share information"],
])("%s has the prescribed name, however it is numbered and bracketed", (title, name) => {
  expect(headingName(title)).toBe(name);
});

test("a heading in the filer's own words has no English name", () => {
  expect(headingName("当社グループの挑戦")).toBeUndefined();
  expect(headingName("")).toBeUndefined();
});
