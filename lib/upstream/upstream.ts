/** The service as one signed-in owner sees it. */
export interface Upstream {
  readonly baseUrl: string;
  /** The API key. Never in a log, a page or an error. */
  readonly key: string;
  /** HMAC of service and key: names the key without being it. Pauses and limits are kept under it. */
  readonly keyId: string;
}
