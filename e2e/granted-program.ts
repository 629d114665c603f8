import { createHash, randomBytes } from "node:crypto";
import { request } from "node:http";
import { z } from "zod";
import { signIn } from "../scripts/sign-in.ts";

/** A program with a grant at one of several web processes, each of which is asked under the public name. */
export interface GrantedProgram {
  refresh(process: string): Promise<void>;
  revoke(process: string): Promise<void>;
  /** The status of a call with the newest access token, or with the one before it. */
  call(process: string, which?: "newest" | "before"): Promise<number>;
}

const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const redirect = "http://127.0.0.1/back";
const json = "application/json";
const form = "application/x-www-form-urlencoded";

export async function grantProgram(webUrl: string, key: string): Promise<GrantedProgram> {
  const { host } = new URL(webUrl);
  const send = (process: string, path: string, body: string, headers: Readonly<Record<string, string>>) =>
    post(new URL(path, process), body, { host, ...headers });
  const fields = (values: Readonly<Record<string, string>>) => new URLSearchParams(values).toString();

  const registration = JSON.stringify({ client_name: "Two processes", redirect_uris: [redirect] });
  const registered = await send(webUrl, "/api/oauth/register", registration, { "content-type": json });
  const { client_id } = z.object({ client_id: z.string() }).parse(JSON.parse(registered.text));
  const verifier = randomBytes(32).toString("base64url");
  const search = fields({
    ...{ client_id, redirect_uri: redirect, response_type: "code", code_challenge_method: "S256" },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  const wanted = { name: "Two processes", scope: "free", daily_cap: 0, total_cap: 0, days: 1, consent: true };
  const headers = { "content-type": json, origin: webUrl, cookie: await signIn(webUrl, key) };
  const consented = await send(webUrl, "/api/oauth/consent", JSON.stringify({ search, wanted }), headers);
  const { location } = z.object({ location: z.string() }).parse(JSON.parse(consented.text));
  const code = new URL(location).searchParams.get("code") ?? "";

  let before = "";
  let newest: z.infer<typeof Tokens>;
  const issue = async (process: string, grant: Readonly<Record<string, string>>) => {
    const answer = await send(process, "/api/oauth/token", fields({ ...grant, client_id }), { "content-type": form });
    return Tokens.parse(JSON.parse(answer.text));
  };
  newest = await issue(webUrl, { grant_type: "authorization_code", code, code_verifier: verifier });
  return {
    async refresh(process) {
      before = newest.access_token;
      newest = await issue(process, { grant_type: "refresh_token", refresh_token: newest.refresh_token });
    },
    async revoke(process) {
      await send(process, "/api/oauth/revoke", fields({ token: newest.refresh_token }), { "content-type": form });
    },
    async call(process, which = "newest") {
      const token = which === "newest" ? newest.access_token : before;
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      const accepted = { accept: "application/json, text/event-stream", "content-type": json };
      const answer = await send(process, "/api/mcp", body, { ...accepted, authorization: `Bearer ${token}` });
      return answer.status;
    },
  };
}

/** By hand, since `fetch` lets nobody choose the name that is asked for. */
function post(url: URL, body: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const sent = request(url, { method: "POST", headers: { ...headers, "content-length": Buffer.byteLength(body) } });
    sent.once("error", reject).once("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => (text += chunk));
      answer.once("error", reject).once("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.end(body);
  });
}
