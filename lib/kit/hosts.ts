/**
 * The host names under which the app answers. Without this check a page of another name that resolves to this machine
 * (DNS rebinding) would be same-origin with the app.
 */

const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLoopbackName(hostname: string): boolean {
  return loopbackNames.has(hostname.toLowerCase()) || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

export function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, "");
}

export function isLoopbackHost(host: string | null): boolean {
  return host !== null && isLoopbackName(hostnameOf(host));
}

/** How the app is reached: its public address, if it has one, and whether this caller is on this machine. */
interface Reached {
  readonly publicOrigin: string | undefined;
  readonly isLocal: boolean;
}

/**
 * With a public address, a loopback name is that of a caller on this machine; from anybody else it was made up.
 * Without one the app has no other name, also in a container, whose callers all come from its network.
 */
export function isAllowedHost(host: string | null, { publicOrigin, isLocal }: Reached): boolean {
  if (host === null || !/^[A-Za-z0-9.[\]:-]{1,255}$/.test(host)) return false;
  if (publicOrigin !== undefined && host.toLowerCase() === new URL(publicOrigin).host) return true;
  return isLoopbackHost(host) && (isLocal || publicOrigin === undefined);
}

export function ownOrigin(host: string, publicOrigin: string | undefined): string {
  if (publicOrigin !== undefined && host.toLowerCase() === new URL(publicOrigin).host) return publicOrigin;
  return `http://${host.toLowerCase()}`;
}

interface StateChange extends Reached {
  readonly host: string | null;
  readonly origin: string | null;
  readonly fetchSite: string | null;
}

/** With `no-referrer` a plain form posts `Origin: null`; then the browser's Sec-Fetch-Site header decides. */
export function isSameOrigin({ host, origin, fetchSite, publicOrigin, isLocal }: StateChange): boolean {
  if (host === null || !isAllowedHost(host, { publicOrigin, isLocal })) return false;
  if (fetchSite !== null && fetchSite !== "same-origin") return false;
  if (origin === null || origin === "null") return fetchSite === "same-origin";
  return origin.toLowerCase() === ownOrigin(host, publicOrigin).toLowerCase();
}
