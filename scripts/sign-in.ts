/** Signs in without a browser, with the form of the sign-in page and the token that it carries; returns the cookies. */
export async function signIn(webUrl: string, key: string | undefined): Promise<string> {
  const page = await fetch(`${webUrl}/sign-in`);
  const cookies = page.headers.getSetCookie().map(nameAndValue);
  const html = await page.text();
  const form = /action="([^"]+)"[^>]*>(?:(?!<form)[^])*?<input type="hidden" name="csrfToken" value="([^"]+)"/.exec(
    html,
  );
  if (form === null) throw new Error(`the sign-in page has no form: it answered ${page.status}`);
  const [, action = "", token = ""] = form;
  const answer = await fetch(new URL(action, webUrl), {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.join("; "), origin: webUrl },
    body: new URLSearchParams({
      csrfToken: token,
      callbackUrl: "/",
      // Without a key as the demo.
      ...(key === undefined ? { demo: "yes", key: "" } : { key }),
    }),
  });
  await answer.body?.cancel();
  const given = [...cookies, ...answer.headers.getSetCookie().map(nameAndValue)].join("; ");
  if (!/session/.test(given)) throw new Error(`signing in answered ${answer.status}`);
  return given;
}

const nameAndValue = (cookie: string): string => cookie.split(";")[0] ?? "";
