import { expect, test } from "vitest";
import { partName } from "./part-names.ts";

test.each([
  ["0000000_header_jpcrp030000-asr-001_E99999-000_ixbrl.htm", "表紙"],
  ["0101010_honbun_jpcrp030000-asr-001_E99999-000_ixbrl.htm", "第一部 第１ 【企業の概況】"],
  ["0105025_honbun_jpcrp030000-asr-001_E99999-000_ixbrl.htm", "第一部 第５ 【経理の状況】"],
  ["0200010_honbun_jpcrp030000-asr-001_E99999-000_ixbrl.htm", "第二部"],
  ["0203010_honbun_jpsps040000-srs-001_Y99009-001_ixbrl.htm", "第二部 第３"],
  ["qualitative.htm", "qualitative.htm"],
  ["../9999999_honbun_x.htm", "9999999_honbun_x.htm"],
])("%s is %s", (file, name) => {
  expect(partName(file)).toBe(name);
});
