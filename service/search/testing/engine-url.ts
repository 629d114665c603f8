import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the OpenSearch that was started for this run. */
    openSearchUrl: string;
  }
}

export const engineUrl = (): string => inject("openSearchUrl");
