import type { Span, Tracer } from "@opentelemetry/api";
import type { Trace } from "./trace.ts";

/**
 * Spans of what comes in and of what is asked of the service, by OpenTelemetry. Its packages are loaded where an
 * exporter is set, and nowhere else. A span has methods, endpoints and statuses: no addresses, keys or texts.
 */
type Kind = "server" | "client";
type Attributes = Readonly<Record<string, string | number>>;

export interface OpenSpan {
  /** For what belongs to the span. */
  readonly trace: Trace;
  /** Without a status nobody was answered. */
  end(status: number | undefined, more?: { readonly name?: string; readonly attributes?: Attributes }): void;
}

type Begin = (name: string, kind: Kind, parent: Trace | undefined, attributes: Attributes) => OpenSpan;

let begin: Begin | undefined;
const stopTimeoutMs = 3_000;

/** Undefined where no exporter is set. A remote parent decides whether its trace is sampled. */
export function openSpan(
  name: string,
  kind: Kind,
  parent: Trace | undefined,
  attributes: Attributes = {},
): OpenSpan | undefined {
  return begin?.(name, kind, parent, attributes);
}

interface Exporting {
  readonly program: "hiraku-web" | "hiraku-service";
  /** Of OTEL_EXPORTER_OTLP_ENDPOINT. The exporter reads the other variables of its specification itself. */
  readonly endpoint: string;
  failed(error: unknown): void;
}

/** Returns what sends the last spans and ends. Where the packages are missing the program works without spans. */
export async function exportSpans({ program, endpoint, failed }: Exporting): Promise<() => Promise<void>> {
  if (endpoint === "") return async () => undefined;
  try {
    const [api, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
    const provider = new sdk.BasicTracerProvider({
      resource: resourceFromAttributes({ "service.name": program }),
      spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
    });
    begin = beginningWith(api, provider.getTracer("hiraku"));
    return async () => {
      begin = undefined;
      // A collector that does not answer delays no end.
      const over = new Promise<void>((resolve) => setTimeout(resolve, stopTimeoutMs).unref());
      await Promise.race([provider.shutdown().catch(failed), over]);
    };
  } catch (error) {
    failed(error);
    return async () => undefined;
  }
}

function beginningWith(api: typeof import("@opentelemetry/api"), tracer: Tracer): Begin {
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT };
  return (name, kind, parent, attributes) => {
    const context =
      parent === undefined ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, contextOf(parent));
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
    return {
      trace: traceOf(span),
      end(status, more = {}) {
        if (more.name !== undefined) span.updateName(more.name);
        if (more.attributes !== undefined) span.setAttributes(more.attributes);
        if (status !== undefined) span.setAttribute("http.response.status_code", status);
        // A refusal is an error of who asked, and of the program only from 500 on.
        if (status === undefined || status >= (kind === "server" ? 500 : 400)) {
          span.setStatus({ code: api.SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };
}

const contextOf = ({ traceId, spanId, sampled }: Trace) => ({
  ...{ traceId, spanId, isRemote: true },
  traceFlags: sampled ? 1 : 0,
});

function traceOf(span: Span): Trace {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, sampled: (traceFlags & 1) === 1 };
}
