import { isLoopbackName } from "../hosts.ts";
import { isMailAddress } from "../mail-address.ts";

/** The server that takes this installation's mails. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS is demanded, but on this machine. */
  readonly isTls: boolean;
  readonly demandsStartTls: boolean;
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
}

export const smtpForm = "smtps://user:password@host:port?from=address, or smtp:// for STARTTLS";

/** Empty means none. */
export function smtpServer(value: string): { readonly server: SmtpServer | undefined } | undefined {
  if (value === "") return { server: undefined };
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  const query = new URLSearchParams(search);
  const from = query.get("from") ?? "";
  const isPlain = (pathname === "" || pathname === "/") && hash === "" && query.size === 1;
  if (!isPlain || hostname === "" || !isMailAddress(from)) return undefined;
  if (protocol !== "smtp:" && protocol !== "smtps:") return undefined;
  const isTls = protocol === "smtps:";
  const [user, pass] = [decoded(username), decoded(password)];
  if (user === undefined || pass === undefined) return undefined;
  return {
    server: {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (isTls ? 465 : 587) : Number(port),
      isTls,
      demandsStartTls: !isTls && !isLoopbackName(hostname),
      login: user === "" ? undefined : { user, pass },
      from,
    },
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
