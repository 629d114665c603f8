import { describe, expect, it } from "vitest";
import { QueryClient } from "./client.ts";
import { infiniteQueryOptions, loadingOf, loadingPages, queryOptions } from "./options.ts";
import type { Watcher } from "./query.ts";

const hour = 3_600_000;

function counting(answers: readonly unknown[]) {
  const asked: unknown[] = [];
  const options = queryOptions<unknown>({
    queryKey: ["counted"],
    queryFn: () => {
      const answer = answers[asked.length];
      asked.push(answer);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    staleTime: hour,
  });
  return { options, asked };
}

function shown(client: QueryClient, options: ReturnType<typeof counting>["options"]) {
  const query = client.entry(options);
  const watcher: Watcher = {
    active: true,
    refetch: async () => void (await query.fetch(loadingOf(options))),
    notice: () => undefined,
  };
  return { query, leave: query.watch(watcher) };
}

describe("the cache of queries", () => {
  it("asks once for what is current, and again for what is not", async () => {
    const client = new QueryClient();
    const { options, asked } = counting(["first", "second"]);
    expect(await client.query(options)).toBe("first");
    expect(await client.query(options)).toBe("first");
    expect(asked).toHaveLength(1);
    expect(await client.query({ ...options, staleTime: 0 })).toBe("second");
  });

  it("answers everybody who asks at the same time with one request", async () => {
    const client = new QueryClient();
    const { options, asked } = counting(["one"]);
    expect(await Promise.all([client.query(options), client.query(options)])).toEqual(["one", "one"]);
    expect(asked).toHaveLength(1);
  });

  it("finds a key by what it says, in whatever order its fields stand", () => {
    const client = new QueryClient();
    client.setQueryData(["list", { a: 1, b: [2] }], "kept");
    expect(client.getQueryData(["list", { b: [2], a: 1 }])).toBe("kept");
    expect(client.getQueryData(["list", { b: [3], a: 1 }])).toBeUndefined();
  });

  it("asks again at once for what is shown and invalidated, and later for what is not shown", async () => {
    const client = new QueryClient();
    const { options, asked } = counting(["before", "after", "last"]);
    await client.query(options);
    const { leave } = shown(client, options);
    await client.invalidateQueries({ queryKey: ["counted"] });
    expect(client.getQueryData(options.queryKey)).toBe("after");
    leave();
    await client.invalidateQueries({ queryKey: [] });
    expect(asked).toHaveLength(2);
    expect(await client.query(options)).toBe("last");
  });

  it("leaves alone what begins with another key", async () => {
    const client = new QueryClient();
    const { options, asked } = counting(["kept"]);
    await client.query(options);
    shown(client, options);
    await client.invalidateQueries({ queryKey: ["count"] });
    await client.invalidateQueries({ queryKey: ["counted", "more"] });
    expect(asked).toHaveLength(1);
  });

  it("takes no answer that was asked for before the change", async () => {
    const client = new QueryClient();
    const gates: ((answer: string) => void)[] = [];
    const options = queryOptions<unknown>({
      queryKey: ["slow"],
      queryFn: () => new Promise<string>((resolve) => void gates.push(resolve)),
    });
    client.setQueryData(options.queryKey, "known");
    const { query } = shown(client, options);
    const overtaken = query.fetch(loadingOf(options));
    const changed = client.invalidateQueries({ queryKey: ["slow"] });
    gates[0]?.("on its way");
    await expect(overtaken).rejects.toThrow("Nobody waits");
    expect(client.getQueryData(options.queryKey)).toBe("known");
    gates[1]?.("after the change");
    await changed;
    expect(client.getQueryData(options.queryKey)).toBe("after the change");
  });

  it("keeps what it knew where asking again fails, and tells the failure", async () => {
    const client = new QueryClient();
    const { options } = counting(["known", new Error("no answer")]);
    await client.query(options);
    await expect(client.query({ ...options, staleTime: 0 })).rejects.toThrow("no answer");
    expect(client.entry(options).state).toMatchObject({ data: "known", error: { message: "no answer" } });
  });

  it("sends a request again as often as it may", async () => {
    const client = new QueryClient();
    const { options, asked } = counting([new Error("once"), "then"]);
    expect(await client.query({ ...options, retry: 1 })).toBe("then");
    expect(asked).toHaveLength(2);
  });

  it("stops a request that nobody waits for, where it listens", async () => {
    const client = new QueryClient();
    const options = queryOptions<unknown>({
      queryKey: ["left"],
      queryFn: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")))),
    });
    const { query, leave } = shown(client, options);
    const asked = query.fetch(loadingOf(options));
    leave();
    await expect(asked).rejects.toThrow("stopped");
    expect(query.state).toMatchObject({ data: undefined, error: null });
  });

  it("tells those who show it no change where the answer says the same", async () => {
    const client = new QueryClient();
    const { options } = counting([{ rows: [{ id: 1 }, { id: 2 }] }, { rows: [{ id: 1 }, { id: 3 }] }]);
    const before = await client.query<unknown>(options);
    client.setQueryData<unknown>(options.queryKey, { rows: [{ id: 1 }, { id: 2 }] });
    expect(client.getQueryData(options.queryKey)).toBe(before);
    const after = await client.query({ ...options, staleTime: 0 });
    expect(after).toEqual({ rows: [{ id: 1 }, { id: 3 }] });
    expect(rowsOf(after)[0]).toBe(rowsOf(before)[0]);
  });

  it("loads the next page after the last one, and all of them when asked again", async () => {
    const client = new QueryClient();
    let rows = 5;
    const list = infiniteQueryOptions({
      queryKey: ["pages"],
      queryFn: ({ pageParam }) => {
        const from = Number(pageParam);
        return { from, next_cursor: from + 2 < rows ? String(from + 2) : null };
      },
      initialPageParam: "0",
      getNextPageParam: (last) => last.next_cursor,
    });
    await client.pages(list);
    const query = client.entry(list);
    await query.fetch(loadingPages(list), "next");
    await query.fetch(loadingPages(list), "next");
    await query.fetch(loadingPages(list), "next");
    expect(client.getQueryData(list.queryKey)?.pages.map(({ from }) => from)).toEqual([0, 2, 4]);
    rows = 3;
    await client.pages({ ...list, staleTime: 0 });
    expect(client.getQueryData(list.queryKey)?.pages.map(({ from }) => from)).toEqual([0, 2]);
  });

  it("sends what is known with a page, and nothing of what failed or was never answered", async () => {
    const client = new QueryClient();
    client.setQueryData(["known"], null, { updatedAt: 7 });
    await client.query(counting([new Error("no")]).options).catch(() => undefined);
    client.entry({ queryKey: ["never asked"] });
    expect(client.dehydrate()).toEqual([{ key: ["known"], data: null, at: 7 }]);
  });
});

function rowsOf(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null && "rows" in value && Array.isArray(value.rows) ? value.rows : [];
}
