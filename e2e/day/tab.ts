/**
 * A browser's tab without a browser: it sends what the app's own code sends, with the cookie of a session, and looks at
 * every answer for what must never be there.
 */

/** The app broke a rule that holds for every answer. */
export class Fault extends Error {}

/** The step's own request was given up, as its seed wanted. */
export class GaveUp extends Error {}

/** The session was ended by another step meanwhile. */
export class SignedOut extends Error {}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/**
 * An error of a page's rendering within an answer with status 200. Redirects and missing pages have digests in words,
 * what is left to the browser has an empty one.
 */
export const errorDigest = /E\{\\?"digest\\?":\\?"\d|data-dgst="\d/;

const answersWithinMs = 60_000;

export class Tab {
  readonly #webUrl: string;
  readonly #cookie: string;
  readonly #giveUp: AbortSignal | undefined;

  constructor(webUrl: string, cookie: string, giveUp: AbortSignal | undefined) {
    this.#webUrl = webUrl;
    this.#cookie = cookie;
    this.#giveUp = giveUp;
  }

  /** A page as a browser opens it. */
  async page(path: string, expected: readonly number[] = [200]): Promise<string> {
    const answer = await this.#ask(path, { headers: { "sec-fetch-dest": "document", accept: "text/html" } });
    const location = answer.headers.get("location") ?? "";
    if (answer.status === 307 && location.includes("/sign-in")) throw new SignedOut(path);
    this.#expect(answer, path, expected);
    if (errorDigest.test(answer.text))
      throw new Fault(`GET ${path}: the page holds an error: ${digestIn(answer.text)}`);
    return answer.text;
  }

  /** A file or JSON of the app's own routes. */
  async get(path: string, expected: readonly number[] = [200]): Promise<Answer> {
    return this.#expect(await this.#ask(path, {}), path, expected);
  }

  async send(
    method: "POST" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
    expected: readonly number[] = [200],
  ): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    return this.#expect(
      await this.#ask(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
      `${method} ${path}`,
      expected,
    );
  }

  /** A plain form, as the account page has them. */
  async form(path: string, fields: Readonly<Record<string, string>>): Promise<Answer> {
    return this.#expect(await this.#ask(path, { method: "POST", body: new URLSearchParams(fields) }), path, [303]);
  }

  /** For a client with a protocol of its own. */
  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const answer = await this.#fetch(url, init);
    if (answer.status >= 500) throw new Fault(`${String(url)} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };

  async #ask(path: string, init: RequestInit): Promise<Answer> {
    const { headers, ...rest } = init;
    const own = { cookie: this.#cookie, origin: this.#webUrl, "sec-fetch-site": "same-origin" };
    const answer = await this.#fetch(this.#webUrl + path, {
      ...rest,
      redirect: "manual",
      headers: { ...own, ...Object.fromEntries(new Headers(headers)) },
    });
    try {
      return { status: answer.status, text: await answer.text(), headers: answer.headers };
    } catch (error) {
      throw this.#giveUp?.aborted === true ? new GaveUp(path) : brokenOff(path, error);
    }
  }

  async #fetch(url: string | URL, init: RequestInit): Promise<Response> {
    const signals = [AbortSignal.timeout(answersWithinMs), this.#giveUp, init.signal];
    try {
      return await fetch(url, { ...init, signal: AbortSignal.any(signals.flatMap((each) => each ?? [])) });
    } catch (error) {
      throw this.#giveUp?.aborted === true ? new GaveUp(String(url)) : brokenOff(String(url), error);
    }
  }

  #expect(answer: Answer, path: string, expected: readonly number[]): Answer {
    const { status, text } = answer;
    if (expected.includes(status)) return answer;
    if (status === 401) throw new SignedOut(path);
    throw new Fault(`${path} answered ${status} instead of ${expected.join(" or ")}: ${text.slice(0, 400)}`);
  }
}

function brokenOff(path: string, error: unknown): Fault {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return new Fault(`${path} got no whole answer: ${error instanceof Error ? error.message : "unknown"}${cause}`);
}

function digestIn(html: string): string {
  const at = errorDigest.exec(html)?.index ?? 0;
  return html.slice(at, at + 80);
}
