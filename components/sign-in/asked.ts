type Params = Readonly<Record<string, string | string[] | undefined>>;

/** The values in the address of the sign-in page, each given once. */
export function readAsked(params: Params) {
  const one = (name: string) => [params[name]].flat()[0];
  return { next: one("next"), error: one("error"), left: wholeNumber(one("left")), wait: wholeNumber(one("wait")) };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
}
