import type { Service } from "./service.ts";

/** The service, with the key of one signed-in owner. */
export interface Upstream {
  readonly service: Service;
  readonly baseUrl: string;
  /** The API key. Never in a log, a page or an error. */
  readonly key: string;
  /**
   * An HMAC of service and key, which identifies the key without revealing it. Pauses and limits are stored under it.
   */
  readonly keyId: string;
}
