import { expect, test } from "vitest";
import { makeWords } from "@/lib/text/i18n/words";
import en from "@/messages/en/figures.json";
import ja from "@/messages/ja/figures.json";
import { unreadNote, unreadTitle, unreadWords } from "./unread-words.ts";

test.each([
  ["en", makeWords(en, "en"), "tried again an hour later", "not read yet"],
  ["ja", makeWords(ja, "ja"), "1時間後", "まだ読み取っていません"],
] as const)(
  "in %s a package that took too long is said to be read again, and is called no fault",
  (_, t, again, title) => {
    expect(unreadTitle("deadline_exceeded", t)).toContain(title);
    expect(unreadWords("deadline_exceeded", t)).toContain(again);
    expect(unreadNote("deadline_exceeded", t)).toContain(again);
    expect(unreadTitle("not_an_archive", t)).not.toContain(title);
    expect(unreadWords("not_an_archive", t)).toContain("not_an_archive");
  },
);
