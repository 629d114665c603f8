/** Signs in without a browser, with the form of the sign-in page and the token that it carries; returns the cookies. */
export async function signIn(webUrl: string, key: string | undefined): Promise<string> {
  const { address, cookies, fields } = await signInForm(webUrl, key);
  const answer = await fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies, origin: webUrl },
    body: new URLSearchParams(fields),
  });
  await answer.body?.cancel();
  const given = [cookies, ...answer.headers.getSetCookie().map(nameAndValue)].join("; ");
  if (!/session/.test(given)) throw new Error(`signing in answered ${answer.status}`);
  return given;
}

interface SignInForm {
  readonly address: URL;
  readonly cookies: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The form filled in with a key; without one it is the demo's. */
export async function signInForm(webUrl: string, key: string | undefined): Promise<SignInForm> {
  const page = await fetch(`${webUrl}/sign-in`);
  const html = await page.text();
  const form = /action="([^"]+)"[^>]*>(?:(?!<form)[^])*?<input type="hidden" name="csrfToken" value="([^"]+)"/.exec(
    html,
  );
  if (form === null) throw new Error(`the sign-in page has no form: it answered ${page.status}`);
  const [, action = "", csrfToken = ""] = form;
  return {
    address: new URL(action, webUrl),
    cookies: page.headers.getSetCookie().map(nameAndValue).join("; "),
    fields: { csrfToken, callbackUrl: "/", ...(key === undefined ? { demo: "yes", key: "" } : { key }) },
  };
}

const nameAndValue = (cookie: string): string => cookie.split(";")[0] ?? "";
