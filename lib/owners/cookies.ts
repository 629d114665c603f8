/** Names and flags of our cookies. `__Host-` needs Secure, and Secure needs https (or it is dropped by some browsers). */
export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  /** An operator's session, apart from readers'. */
  readonly operator: string;
  readonly callback: string;
  readonly view: string;
  /** Set by the page itself if the system has a Japanese font; nothing of the user's. */
  readonly fonts: string;
}

export function cookieNames(secure: boolean): CookieNames {
  const prefix = secure ? "__Host-" : "";
  return {
    session: `${prefix}hiraku-session`,
    csrf: `${prefix}hiraku-csrf`,
    operator: `${prefix}hiraku-operator`,
    callback: `${prefix}hiraku-callback`,
    view: `${prefix}hiraku-view`,
    fonts: `${prefix}hiraku-fonts`,
  };
}

export function isSecure(publicOrigin: string | undefined): boolean {
  return publicOrigin?.startsWith("https:") ?? false;
}

/**
 * The value of a cookie in a request's header, as it was set. Of several with the name, which other paths or ports of
 * the same host may set, the last one that can be read, as pages see them by Next.
 */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((each) => each.trim());
  const values = pairs
    .filter((each) => each.startsWith(`${name}=`))
    .map((each) => decoded(each.slice(name.length + 1)));
  return values.findLast((value) => value !== undefined);
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
