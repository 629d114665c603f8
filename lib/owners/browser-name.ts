/** The common name of a browser and its system, such as `Firefox` and `Windows`, without versions. */
export interface BrowserName {
  readonly browser: string;
  readonly system: string;
}

/** The order matters: most browsers also name those below them in their header. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|Opera|OPT)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Vivaldi", /\bVivaldi\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
  ["curl", /^curl\//],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

const firstMatch = (names: readonly (readonly [string, RegExp])[], text: string): string =>
  names.find(([, pattern]) => pattern.test(text))?.[0] ?? "";

/** The text stored with a session; null where neither browser nor system is recognised. */
export function browserFromHeader(userAgent: string | undefined): string | null {
  const text = (userAgent ?? "").slice(0, 1000);
  const [browser, system] = [firstMatch(browsers, text), firstMatch(systems, text)];
  return browser === "" && system === "" ? null : `${browser}/${system}`;
}

export function browserNameOf(kept: string | null): BrowserName | undefined {
  if (kept === null) return undefined;
  const [browser = "", system = ""] = kept.split("/");
  return { browser, system };
}
