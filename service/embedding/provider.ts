/**
 * Vectors from an OpenAI-compatible endpoint: `POST {url}` with `{model, input}`, answered by `{data: [{index,
 * embedding}]}`. Every answer is checked: a provider that sends too few vectors, or of another length, has failed.
 */
export interface EmbeddingSettings {
  /** The endpoint itself, for example http://127.0.0.1:11434/v1/embeddings. */
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  /** Undefined: as many as the model gives. */
  readonly dimensions: number | undefined;
  /** Texts in one request. */
  readonly batchMax: number;
  readonly timeoutMs: number;
}

export interface EmbeddingProvider {
  readonly model: string;
  readonly batchMax: number;
  /** Unit vectors, one for each text, all of one length. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

export class EmbeddingError extends Error {}

const answerBytesMax = 64_000_000;

export function createEmbeddingProvider(settings: EmbeddingSettings): EmbeddingProvider {
  return {
    model: settings.model,
    batchMax: settings.batchMax,
    async embed(texts, signal) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += settings.batchMax) {
        vectors.push(...(await request(settings, texts.slice(at, at + settings.batchMax), signal)));
      }
      return vectors;
    },
  };
}

async function request(settings: EmbeddingSettings, texts: readonly string[], signal: AbortSignal | undefined) {
  const deadline = AbortSignal.timeout(settings.timeoutMs);
  let answer: unknown;
  try {
    const response = await fetch(settings.url, {
      method: "POST",
      redirect: "error",
      headers: {
        "content-type": "application/json",
        ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }),
      },
      body: JSON.stringify({
        model: settings.model,
        input: texts,
        ...(settings.dimensions === undefined ? {} : { dimensions: settings.dimensions }),
      }),
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new EmbeddingError(`The embedding provider answered ${response.status}.`);
    }
    if (Number(response.headers.get("content-length") ?? 0) > answerBytesMax) {
      await response.body?.cancel();
      throw new EmbeddingError("The embedding provider's answer is too large.");
    }
    answer = await response.json();
  } catch (cause) {
    if (cause instanceof EmbeddingError || signal?.aborted === true) throw cause;
    const why = deadline.aborted ? `did not answer within ${settings.timeoutMs} ms` : "could not be asked";
    throw new EmbeddingError(`The embedding provider ${why}.`, { cause });
  }
  return vectorsOf(answer, texts.length, settings.dimensions);
}

function vectorsOf(answer: unknown, count: number, dimensions: number | undefined): Float32Array[] {
  const data = typeof answer === "object" && answer !== null && "data" in answer ? answer.data : undefined;
  if (!Array.isArray(data) || data.length !== count) {
    throw new EmbeddingError(`The embedding provider sent no list of ${count} vectors.`);
  }
  const vectors: (Float32Array | undefined)[] = new Array(count).fill(undefined);
  for (const [i, item] of data.entries()) {
    const at = typeof item?.index === "number" ? item.index : i;
    vectors[at] = unitVector(item?.embedding, dimensions ?? vectors[0]?.length);
  }
  return vectors.map((vector) => {
    if (vector === undefined) throw new EmbeddingError("The embedding provider left a text out.");
    return vector;
  });
}

function unitVector(values: unknown, length: number | undefined): Float32Array {
  if (!Array.isArray(values) || values.length === 0 || (length !== undefined && values.length !== length)) {
    throw new EmbeddingError("The embedding provider sent a vector of another length.");
  }
  const vector = Float32Array.from(values);
  let square = 0;
  for (const value of vector) square += value * value;
  if (!Number.isFinite(square) || square === 0) throw new EmbeddingError("The embedding provider sent no direction.");
  const norm = Math.sqrt(square);
  return vector.map((value) => value / norm);
}
