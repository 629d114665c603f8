/** Headers by which proxy.ts and the server pass facts on to the handlers. What a caller sends under these names is overwritten. */
export const requestHeaders = {
  nonce: "x-hiraku-nonce",
  /** Path and query of the page that was asked for. */
  path: "x-hiraku-path",
  /** The token that sign-in and sign-out forms carry. */
  csrf: "x-hiraku-csrf",
  /** Address of the other end of the connection. */
  peer: "x-hiraku-peer",
} as const;
