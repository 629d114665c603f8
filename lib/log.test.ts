import { describe, expect, it } from "vitest";
import { inTrace, readTraceparent } from "./kit/process/trace.ts";
import { makeLogger, onlyAllowed } from "./log.ts";

const canary = "hk_CANARYcanaryCANARYcanaryCANARYcanary1234";

function logged(write: (log: ReturnType<typeof makeLogger>) => void): string {
  let text = "";
  write(makeLogger("debug", { write: (line) => (text += line) }));
  return text;
}

describe("the log", () => {
  it("contains only fields that are allowed", () => {
    const text = logged((log) =>
      log.info({ key: canary, headers: { authorization: canary }, body: canary, url: canary, code: "x" }, "said"),
    );
    expect(text).toContain('"code":"x"');
    expect(text).not.toContain(canary);
  });

  it("contains no message of an error, which may quote its input, but the place where it happened", () => {
    const error = Object.assign(new TypeError(`bad header value ${canary}`, { cause: new Error(canary) }), {
      code: "ERR_INVALID_CHAR",
      request: { headers: canary },
    });
    const text = logged((log) => log.error({ err: error }, "failed"));
    expect(text).not.toContain(canary);
    expect(text).toContain("ERR_INVALID_CHAR");
    expect(text).toContain("log.test.ts");
  });

  it("names the trace of the request that a line is of", () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const text = logged((log) => inTrace(readTraceparent(traceparent), () => log.info("said")));
    expect(text).toContain('"traceId":"0af7651916cd43dd8448eb211c80319c"');
    expect(logged((log) => log.info("said"))).not.toContain("traceId");
  });

  it("contains an allowed field only as text or number, so that nothing can be nested in it", () => {
    expect(onlyAllowed({ code: { deep: canary }, status: 200 })).toEqual({ status: 200 });
  });
});
