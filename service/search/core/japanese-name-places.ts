import { foldText } from "../../../lib/text/format/fold.ts";
import { japaneseForm } from "./issuer-aliases.ts";
import { japaneseWords } from "./names-that-are-words.ts";

const formBefore = new RegExp(`${japaneseForm}\\s?$`, "u");
const formAfter = new RegExp(`^\\s?(?:${japaneseForm}|社(?:[のはがをにと、\\s]|$))`, "u");
/** Words before the name of somebody who is a party to what was asked for. */
const partyAfter =
  /^(?:への(?:依存|売上|販売|納入|供給|出資|投資)|向け|に(?:依存|納入|供給|販売)|を(?:主要|主な|大株主|親会社|最大|顧客|取引先|販売先|仕入先|除)|との(?:取引|競合|競争|提携|合弁|資本)|から(?:の)?(?:受注|仕入|導入|調達|購入)|以外|系列)/u;
const item =
  /^(?:連結|単体|個別|本体|全体|各社|売上|営業|経常|当期|純利益|純資産|総資産|自己|配当|株主|株価|役員|従業員|社員|社長|会長|研究|設備|有価証券|有報|決算|業績|事業|取締役|監査|平均|年収|大株主|海外|国内|中期|統合|減損|特別|政策|会計|財務|資本|負債|現金|在庫|女性|男性|報酬|子会社|主要|最近|直近|前期|今期|来期|[0-9])/u;
const groupAfter = new RegExp(`^(?:${foldText("グループ")}|${foldText("ホールディングス")}|hd)`, "u");

/** A kanji before a name that belongs to what stands before it. */
const endsBefore = /[期年度月日社元前先版]$/u;

/** The form of the company stands beside the name. */
export const hasForm = (before: string, after: string): boolean => formBefore.test(before) || formAfter.test(after);

/** Decides by what stands around them that these words are a name, and not a part of a longer word or a plain one. */
export function isJapaneseName(alias: string, before: string, after: string): boolean {
  if (partyAfter.test(after)) return false;
  if (hasForm(before, after)) return true;
  if (japaneseWords.has(alias)) return false;
  const first = scriptOf(alias.charAt(0));
  const last = scriptOf(alias.charAt(alias.length - 1));
  const previous = scriptOf(before.slice(-1));
  const next = scriptOf(after.charAt(0));
  if (first === previous && !(first === "han" && endsBefore.test(before))) return false;
  if (first === "katakana" && previous === "han" && !endsBefore.test(before)) return false;
  if (first === "katakana" && /[ァ-ヺー]・$/u.test(before) && alias.length <= 3) return false;
  if (groupAfter.test(after)) return true;
  if (last === "katakana" && next === "katakana") return false;
  if (last === "latin" && next === "latin") return false;
  if (next === "han" && (last === "katakana" || alias.length <= 3)) return item.test(after);
  // Two kanji before katakana are mostly the beginning of a longer name: 大和ハウス.
  return !(last === "han" && alias.length === 2 && next === "katakana");
}

function scriptOf(character: string): "han" | "katakana" | "hiragana" | "latin" | "other" {
  if (/\p{Script=Han}|々/u.test(character)) return "han";
  if (/[ァ-ヺー]/u.test(character)) return "katakana";
  if (/[ぁ-ん]/u.test(character)) return "hiragana";
  return /[a-z0-9]/u.test(character) ? "latin" : "other";
}
