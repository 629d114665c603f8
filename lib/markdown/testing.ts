import type { RenderOptions } from "./render.ts";

/** What the tests of this folder render with. */
export const testOptions: RenderOptions = {
  language: "ja",
  idPrefix: "s1",
  headingShift: 0,
  illustrations: {},
  words: {
    lang: "en",
    copyTsv: "Copy as TSV",
    table: (number) => `Table ${number}`,
    illustration: "Figure",
    note: (mark) => `Note ${mark}`,
  },
};
