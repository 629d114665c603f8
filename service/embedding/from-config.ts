import type { Config } from "../config.ts";
import { createEmbeddingProvider, type EmbeddingProvider } from "./provider.ts";

/** Undefined where no endpoint is set. */
export function embeddingFrom(config: Config): EmbeddingProvider | undefined {
  if (config.embeddingUrl === "") return undefined;
  return createEmbeddingProvider({
    url: config.embeddingUrl,
    model: config.embeddingModel,
    key: config.embeddingKey === "" ? undefined : config.embeddingKey,
    dimensions: config.embeddingDimensions === "model" ? undefined : config.embeddingDimensions,
    batchMax: 32,
    // A search that has waited as long uses words only.
    timeoutMs: 3_000,
  });
}
