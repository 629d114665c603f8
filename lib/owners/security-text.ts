import type { Settings } from "../settings.ts";
import { RouteProblem } from "./answers.ts";

/** Half a year: RFC 9116 asks for less than a year, so that a forgotten file is not believed for ever. */
const validMs = 180 * 86_400_000;

/** The installation's `security.txt`, valid from each time that it is asked for. */
export function securityText({ securityContact, publicOrigin }: Settings, now: Date): Response {
  if (securityContact === undefined) {
    throw new RouteProblem({ status: 404, code: "not_found", detail: "This installation names no security contact." });
  }
  const expires = new Date(now.getTime() + validMs).toISOString();
  const canonical = publicOrigin === undefined ? [] : [`Canonical: ${publicOrigin}/.well-known/security.txt`];
  const lines = [`Contact: ${securityContact}`, `Expires: ${expires}`, "Preferred-Languages: en, ja", ...canonical];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
