/** Names and flags of our cookies. `__Host-` needs Secure, and Secure needs https (or it is dropped by some browsers). */
export interface CookieNames {
  readonly session: string;
  readonly csrf: string;
  readonly callback: string;
  readonly view: string;
}

export function cookieNames(secure: boolean): CookieNames {
  const prefix = secure ? "__Host-" : "";
  return {
    session: `${prefix}hiraku-session`,
    csrf: `${prefix}hiraku-csrf`,
    callback: `${prefix}hiraku-callback`,
    view: `${prefix}hiraku-view`,
  };
}

export function isSecure(publicOrigin: string | undefined): boolean {
  return publicOrigin?.startsWith("https:") ?? false;
}
