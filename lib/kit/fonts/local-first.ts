import { blankFont } from "./blank-font.ts";

/** `scripts/copy-public-assets.ts` puts the stylesheet of the slices there. */
export const facesAddress = "/fonts/japanese.css";

/**
 * Fonts that draw Japanese, by the full or PostScript names that systems know them by: macOS and iOS, Windows,
 * Android, Linux. With one of them nothing is fetched, whichever of them the page is then set in.
 */
export const japaneseFonts = [
  "Hiragino Sans W3",
  "HiraginoSans-W3",
  "Hiragino Mincho ProN W3",
  "HiraMinProN-W3",
  "Yu Gothic UI",
  "Yu Gothic UI Regular",
  "YuGothic",
  "Yu Gothic Regular",
  "Yu Mincho",
  "Yu Mincho Regular",
  "BIZ UDPGothic",
  "BIZUDPGothic",
  "Meiryo",
  "MS PGothic",
  "Noto Sans JP",
  "Noto Sans JP Regular",
  "NotoSansJP-Regular",
  "Noto Sans CJK JP",
  "Noto Sans CJK JP Regular",
  "NotoSansCJKjp-Regular",
  "Noto Serif JP",
  "Noto Serif JP Regular",
  "Noto Serif CJK JP",
  "NotoSerifCJKjp-Regular",
  "Source Han Sans JP",
  "IPAexGothic",
  "IPAGothic",
  "TakaoPGothic",
  "VL PGothic",
] as const;

const installed = japaneseFonts.map((name) => `local("${name}")`).join();
const blank = Buffer.from(blankFont()).toString("base64");

/** Set by `localFirstScript` if the system has a Japanese font. */
export const fontIsInstalled = "installed";

/**
 * Runs before anything is drawn. Where no Japanese font is installed it asks for the slices' stylesheet, of which the
 * browser fetches what the page's characters need, and lays them out with the blank font until then. A slice that
 * doesn't come takes the blank font away: some other font of the system may know the character.
 *
 * Looking for a font holds up the first paint by 10 to 60 ms, so that one that was found is noted in a cookie for a
 * month, and the pages of that month come without this script.
 */
export function localFirstScript({ cookie, secure }: { readonly cookie: string; readonly secure: boolean }): string {
  const note = `${cookie}=${fontIsInstalled};path=/;max-age=${30 * 24 * 3600};samesite=lax${secure ? ";secure" : ""}`;
  return (
    `new FontFace("installed",${JSON.stringify(installed)}).load()` +
    `.then(()=>{document.cookie=${JSON.stringify(note)}},()=>{` +
    `const blank=new FontFace("Blank JP",Uint8Array.from(atob("${blank}"),c=>c.charCodeAt(0)),{weight:"100 900"});` +
    "document.fonts.add(blank);" +
    "const giveUp=()=>document.fonts.delete(blank);" +
    'document.fonts.addEventListener("loadingerror",(event)=>' +
    'event.fontfaces.some((face)=>face.family.includes("JP Web"))&&giveUp());' +
    'const sheet=Object.assign(document.createElement("link"),' +
    `{rel:"stylesheet",href:"${facesAddress}",onerror:giveUp});document.head.append(sheet)})`
  );
}
