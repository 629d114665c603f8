import { vi } from "vitest";

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

type Answer = Response | Promise<Response>;

/** Replaces the app's own routes in tests: it records the requests, and the test gives the answers. */
export function fakeServer(answer: (asked: Asked) => Answer): { readonly asked: Asked[]; restore(): void } {
  const asked: Asked[] = [];
  const spy = vi.spyOn(window, "fetch").mockImplementation(async (input, init) => {
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    const request = { method: init?.method ?? "GET", url: String(input), body };
    asked.push(request);
    return answer(request);
  });
  return { asked, restore: () => spy.mockRestore() };
}

export function problem(status: number, code: string): Response {
  return Response.json({ status, code, detail: "", instance: null, retry_after_seconds: null }, { status });
}

/** An answer that the test sends later. */
export function later(): { readonly answer: Promise<Response>; give(response: Response): void } {
  let give: (response: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { answer, give: (response) => give(response) };
}
