import type { RenderOptions } from "./render.ts";

/** What the tests of this folder render with. */
export const testOptions: RenderOptions = {
  language: "ja",
  idPrefix: "s1",
  headingShift: 0,
  words: {
    lang: "en",
    copyTsv: "Copy as TSV",
    table: (number) => `Table ${number}`,
    note: (mark) => `Note ${mark}`,
  },
};
