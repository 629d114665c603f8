import { createTransport } from "nodemailer";
import type { SmtpServer } from "../../../kit/settings/smtp-server.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every attempt, so that a mailbox can recognise a repetition. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `again`: surely not accepted, for now. `refused`: surely not accepted, for good. `unknown`: perhaps accepted. */
export type SendOutcome = "sent" | "again" | "refused" | "unknown";

export type SendMail = (mail: Mail) => Promise<SendOutcome>;

const timeoutMs = 20_000;

/** Each mail has a connection of its own: nothing stays open between them. */
export function mailSender({ host, port, isTls, demandsStartTls, login, from }: SmtpServer): SendMail {
  const transport = createTransport({
    ...{ host, port, secure: isTls, requireTLS: demandsStartTls },
    ...(login === undefined ? {} : { auth: login }),
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return async ({ to, ...mail }) => {
    try {
      await transport.sendMail({ ...mail, from: { name: "Hiraku", address: from }, to: { name: "", address: to } });
      return "sent";
    } catch (error) {
      return outcomeOf(error);
    }
  };
}

/** The library reports a connection that broke after the text was sent like one that was never made. */
export function outcomeOf(error: unknown): Exclude<SendOutcome, "sent"> {
  if (!(error instanceof Error)) return "unknown";
  const fact = (name: string): unknown => Reflect.get(error, name);
  const status = Number(fact("responseCode") ?? 0);
  if (status >= 400 && status < 500) return "again";
  if (status >= 500) return fact("code") === "EAUTH" ? "again" : "refused";
  const isUnconnected =
    fact("code") === "EDNS" ||
    fact("syscall") === "connect" ||
    fact("timeoutType") === "CONNECT_TIMEOUT" ||
    fact("timeoutType") === "GREETING_TIMEOUT";
  return isUnconnected ? "again" : "unknown";
}
