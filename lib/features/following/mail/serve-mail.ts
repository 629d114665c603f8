import { isAllowedHost } from "../../../kit/hosts.ts";
import { RouteProblem } from "../../../owners/answers.ts";
import { answered, checkLength, openRoute } from "../../../owners/owner-route.ts";
import { isLocalCaller } from "../../../owners/peer-address.ts";
import { readForm } from "../../../owners/read-body.ts";
import { routes } from "../../../routes.ts";
import { type App, app, partOf } from "../../../running-app.ts";
import { Mailer } from "./mailer.ts";
import { confirmMail, endMailByToken, type MailDeps } from "./subscribe.ts";

export const mailOutcomes = ["confirmed", "ended", "unknown"] as const;
type Outcome = (typeof mailOutcomes)[number];

export function mailDeps(running: App = app()): MailDeps {
  const { store, secrets, claims } = running;
  return { store, secrets, claims, mail: partOf(running, Mailer).of(running.settings) };
}

/** The button of the page that a mail leads to, which needs no session. */
export const serveConfirmMail = openRoute(async (request) => {
  const token = fieldOf(await readForm(request), "token");
  return toPage((await confirmMail(app(), token, Date.now())) ? "confirmed" : "unknown");
});

/**
 * The button of the page, and the one-click button of mail programs (RFC 8058), whose request comes from anywhere and
 * without a cookie: the token in the address says which mail is meant.
 */
export function serveEndMail(request: Request): Promise<Response> {
  return answered(request, async () => {
    checkCaller(request);
    const form = await readForm(request);
    const isOneClick = fieldOf(form, "List-Unsubscribe") === "One-Click";
    const token = isOneClick ? (new URL(request.url).searchParams.get("token") ?? "") : fieldOf(form, "token");
    const isEnded = await endMailByToken(app(), token);
    if (!isOneClick) return toPage(isEnded ? "ended" : "unknown");
    if (isEnded) return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
    throw new RouteProblem({ status: 404, code: "not_found", detail: "No such mail." });
  });
}

/** A mail program that opens the address instead of posting to it gets the page with the button. */
export function serveEndLink(request: Request): Response {
  const token = new URL(request.url).searchParams.get("token") ?? undefined;
  return seeOther(routes.mail({ do: "end", token }));
}

function checkCaller(request: Request): void {
  const { publicOrigin } = app().settings;
  if (!isAllowedHost(request.headers.get("host"), { publicOrigin, isLocal: isLocalCaller(request.headers) })) {
    throw new RouteProblem({ status: 421, code: "wrong_host", detail: "This name is not served here." });
  }
  checkLength(request.headers);
}

function fieldOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

const toPage = (outcome: Outcome) => seeOther(routes.mail({ outcome }));

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "private, no-store" } });
}
