import type { Settings } from "../../../settings.ts";
import { mailSender, type SendMail } from "./smtp.ts";

/** The mail server of this installation, for requests and for the schedule. */
export class Mailer {
  #made: { readonly origin: string; readonly send: SendMail } | undefined;

  /** Undefined where none is set. */
  of({ smtp, publicOrigin }: Pick<Settings, "smtp" | "publicOrigin">) {
    if (smtp === undefined || publicOrigin === undefined) return undefined;
    this.#made ??= { origin: publicOrigin, send: mailSender(smtp) };
    return this.#made;
  }
}
