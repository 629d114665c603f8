import { z } from "zod";
import { toWireRequest } from "../../contract/client.ts";
import { jstDate } from "../../contract/dates.ts";
import type { EndpointInput, EndpointName, EndpointResponse } from "../../contract/endpoints.ts";
import { readTolerantly } from "../../contract/tolerant.ts";
import { decodedBody } from "../../upstream/decode-body.ts";
import { refuseWhileAway, reportingTimeout } from "../../upstream/page-wait.ts";
import { isProblem, ProblemError, problemOfAnswer } from "../../upstream/problem-error.ts";
import { readText, sendToUpstream, throwProblem } from "../../upstream/send.ts";
import type { Service } from "../../upstream/service.ts";
import type { Upstream } from "../../upstream/upstream.ts";
import { keyHeadersOf } from "../engine/attempt.ts";
import { headersTimeoutMs } from "../engine/retry.ts";
import {
  type FreeReads,
  type KeyHeaders,
  type PaidAnswer,
  type PaidUpstream,
  SendFailure,
  type Spender,
  type WithKeyHeaders,
} from "../ports.ts";

/** The paid endpoints over HTTP. One request, one answer: whether to repeat it is decided in `spending/`. */
export function paidUpstream(service: Service): PaidUpstream {
  return {
    async send(call, signal) {
      const upstream = { service, baseUrl: call.upstream, key: call.key, keyId: call.keyId };
      // Bodies are stored as they arrive, and their size limit applies to what is stored; compressed bodies would allow
      // neither.
      const headers = {
        accept: call.accept,
        "accept-encoding": "identity",
        "idempotency-key": call.idempotencyKey,
      };
      try {
        const timeoutMs = headersTimeoutMs + 60_000;
        const answer = await sendToUpstream(upstream, call, { kind: "paid", headers, signal, timeoutMs });
        const { status, header, body } = answer;
        const pieces = decodedBody(body, header("content-encoding"));
        return {
          status,
          header,
          body: status === 401 ? notingRefusal(pieces, service, call.keyId) : pieces,
          abort: () => void body.destroy(),
        };
      } catch (error) {
        return refusedRedirect(error);
      }
    },
  };
}

/** A redirect counts as an answer that is no 2xx: it was not followed, and nothing was charged. */
function refusedRedirect(error: unknown): PaidAnswer {
  if (isProblem(error, "upstream_redirected")) {
    return { status: 302, header: () => null, body: emptyBody(), abort: () => undefined };
  }
  if (error instanceof ProblemError) throw new SendFailure(error.problem.code, !error.neverStarted);
  throw new SendFailure("the connection broke", true);
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

const refusalBytesMax = 64 * 1024;

/** Returns a 401 unchanged, and ends the key's sessions if it says that the key is no longer valid. */
async function* notingRefusal(
  body: AsyncIterable<Uint8Array>,
  service: Service,
  keyId: string,
): AsyncGenerator<Uint8Array> {
  const kept: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (size < refusalBytesMax) kept.push(chunk);
      size += chunk.length;
      yield chunk;
    }
  } finally {
    const text = Buffer.concat(kept).toString("utf8");
    const problem = problemOfAnswer({ status: 401, requestId: null, retryAfterSeconds: null, body: text });
    await service.noteRefusal(keyId, problem);
  }
}

const answerBytesMax = 32 * 1024 * 1024;

/** The free requests from which prices follow, with what each answer's headers say about the key. */
export function freeReads(service: Service): FreeReads {
  const read = <N extends EndpointName>(spender: Spender, name: N, input: EndpointInput<N>) =>
    readFree({ service, baseUrl: spender.upstream, key: spender.key, keyId: spender.keyId }, name, input);
  return {
    summary: (spender, document_id) => read(spender, "getDocument", { document_id: DocumentId.parse(document_id) }),
    toc: (spender, document_id) => read(spender, "getToc", { document_id: DocumentId.parse(document_id) }),
    pages: (spender, document_id) => read(spender, "listPageImages", { document_id: DocumentId.parse(document_id) }),
    originals: (spender, document_id) => read(spender, "listOriginals", { document_id: DocumentId.parse(document_id) }),
    probe: async (spender): Promise<KeyHeaders> => {
      const input = { timeline_since: jstDate(Date.now()), limit: 1 };
      return (await read(spender, "listDocuments", input)).headers;
    },
  };
}

const DocumentId = z.string().brand<"DocumentId">();

async function readFree<N extends EndpointName>(
  upstream: Upstream,
  name: N,
  input: EndpointInput<N>,
): Promise<WithKeyHeaders<EndpointResponse<N>>> {
  await refuseWhileAway(upstream);
  const wire = toWireRequest(name, input);
  const answer = await reportingTimeout(upstream, () => sendToUpstream(upstream, wire, { kind: "free" }));
  if (answer.status !== 200) return throwProblem(upstream, answer, { kind: "free" });
  const headers = keyHeadersOf(answer);
  const text = await readText(answer.body, answerBytesMax);
  const read = readTolerantly(name, parse(text));
  if ("unreadable" in read) {
    const detail = "The service's answer has a shape that can’t be read.";
    throw new ProblemError({ status: 502, code: "unreadable_answer", detail, instance: answer.header("x-request-id") });
  }
  return { value: read.value, headers };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
