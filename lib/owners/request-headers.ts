/** From the server to the handlers. Values that a caller sends under these names are overwritten. */
export const requestHeaders = {
  nonce: "x-hiraku-nonce",
  path: "x-hiraku-path",
  /** The token that sign-in and sign-out forms carry. */
  csrf: "x-hiraku-csrf",
  /** Address of the other end of the connection. */
  peer: "x-hiraku-peer",
  /** Set where the request comes from a program on this machine, and through no proxy that says so. */
  local: "x-hiraku-local",
} as const;
