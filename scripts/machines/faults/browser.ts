import { setTimeout as pause } from "node:timers/promises";
import { signIn } from "../../sign-in.ts";

/** Somebody signed in, over HTTP. A connection that breaks and an answer of 5xx are `undefined`: they may come. */
export interface Browser {
  readonly key: string;
  get(target: string): Promise<Answer | undefined>;
  post(target: string, body: unknown): Promise<Answer | undefined>;
}

export interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

const timeoutMs = 150_000;
const signInTries = 120;

export async function openBrowser(
  webUrl: string,
  key: string,
  /** Told in words of each answer that is `undefined` here. */
  onFailure: (what: string) => void,
): Promise<Browser> {
  const cookie = await signedIn(webUrl, key);
  const ask = async (target: string, init: RequestInit): Promise<Answer | undefined> => {
    try {
      const answer = await fetch(webUrl + target, {
        ...init,
        redirect: "manual",
        headers: { cookie, origin: webUrl, "content-type": "application/json" },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status < 500) return { status: answer.status, bytes };
      onFailure(`${init.method} ${target} answered ${answer.status} ${bytes.toString().slice(0, 200)}`);
    } catch (error) {
      onFailure(`${init.method} ${target}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return undefined;
  };
  return {
    key,
    get: (target) => ask(target, { method: "GET" }),
    post: (target, body) => ask(target, { method: "POST", body: JSON.stringify(body) }),
  };
}

/** As a person does: again, until it works. */
async function signedIn(webUrl: string, key: string): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      return await signIn(webUrl, key);
    } catch (error) {
      if (tries >= signInTries) throw error;
      await pause(500);
    }
  }
}
