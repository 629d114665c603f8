import { afterEach, expect, test, vi } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import {
  HydrationBoundary,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from "@/lib/queries/cache";

/** What the hooks of the query cache promise to components: who asks when, and who is rendered again for it. */
let mounted: Mounted | undefined;
afterEach(() => {
  vi.useRealTimers();
  mounted?.leave();
});

const text = () => mounted?.element.innerText ?? "";

test("what came with the page is shown at once and not asked for again", async () => {
  const options = queryOptions<string>({
    queryKey: ["test", "seeded"],
    queryFn: () => Promise.reject(new Error("asked")),
  });
  const seen: unknown[] = [];
  function Page() {
    const { data, error } = useQuery(options);
    seen.push(data);
    return `${data} ${error?.message ?? ""}`;
  }
  mounted = mount(
    <HydrationBoundary state={[{ key: options.queryKey, data: "with the page", at: Date.now() }]}>
      <Page />
    </HydrationBoundary>,
  );
  await expect.poll(text).toBe("with the page");
  expect(new Set(seen)).toEqual(new Set(["with the page"]));
});

test("components that show the same share one request, and follow an invalidation", async () => {
  let asked = 0;
  const options = queryOptions({ queryKey: ["test", "shared"], queryFn: async () => (asked += 1) });
  function Part() {
    return <p>{useQuery(options).data}</p>;
  }
  function Renew() {
    const client = useQueryClient();
    return <button onClick={() => void client.invalidateQueries({ queryKey: ["test"] })}>renew</button>;
  }
  mounted = mount([<Part key="a" />, <Part key="b" />, <Renew key="c" />]);
  await expect.poll(text).toMatch(/^1\s+1\s+renew$/);
  mounted.element.querySelector("button")?.click();
  await expect.poll(text).toMatch(/^2\s+2\s+renew$/);
});

test("nothing is asked for until it is enabled, and another key is asked for at once", async () => {
  const asked: string[] = [];
  function Part({ id, enabled }: { readonly id: string; readonly enabled: boolean }) {
    const queryFn = async () => {
      asked.push(id);
      return id;
    };
    const { data, isPending } = useQuery({ queryKey: ["test", "one", id], queryFn, enabled });
    return isPending ? "pending" : data;
  }
  mounted = mount(<Part id="a" enabled={false} />);
  await expect.poll(text).toBe("pending");
  expect(asked).toEqual([]);
  mounted.show(<Part id="a" enabled />);
  await expect.poll(text).toBe("a");
  mounted.show(<Part id="b" enabled />);
  await expect.poll(text).toBe("b");
  expect(asked).toEqual(["a", "b"]);
});

test("only who reads whether a request is running is rendered for it", async () => {
  let open = () => {};
  const options = queryOptions({
    queryKey: ["test", "running"],
    queryFn: () => new Promise<string>((resolve) => (open = () => resolve("same"))),
    initialData: "same",
    staleTime: 0,
  });
  const rendered = { quiet: 0, curious: 0 };
  function Quiet() {
    rendered.quiet += 1;
    return useQuery(options).data;
  }
  function Curious() {
    rendered.curious += 1;
    return useQuery(options).isFetching ? " running" : " at rest";
  }
  mounted = mount([<Quiet key="a" />, <Curious key="b" />]);
  await expect.poll(text).toBe("same running");
  const before = rendered.curious;
  open();
  await expect.poll(text).toBe("same at rest");
  expect(rendered.curious).toBeGreaterThan(before);
  // Once at first, and once for the later answer, which says the same at another time.
  expect(rendered.quiet).toBeLessThanOrEqual(2);
});

test("it is asked for again at its intervals while it is shown, and no longer", async () => {
  let asked = 0;
  const queryFn = async () => (asked += 1);
  const options = queryOptions({ queryKey: ["test", "often"], queryFn, refetchInterval: () => 20 });
  function Part() {
    return useQuery(options).data;
  }
  mounted = mount(<Part />);
  await expect.poll(() => Number(text())).toBeGreaterThan(2);
  mounted.show("gone");
  await expect.poll(text).toBe("gone");
  const askedThen = asked;
  // Longer than many intervals.
  await new Promise((later) => setTimeout(later, 200));
  expect(asked).toBe(askedThen);
});

test("of several queries those that stay are not asked for again", async () => {
  const asked: string[] = [];
  function List({ ids }: { readonly ids: readonly string[] }) {
    const all = useQueries({
      queries: ids.map((id) => ({
        queryKey: ["test", "many", id],
        queryFn: async () => {
          asked.push(id);
          return id;
        },
        staleTime: 0,
      })),
      combine: (answers) => answers.map(({ data }) => data ?? "-"),
    });
    return all.join(" ");
  }
  mounted = mount(<List ids={["a", "b"]} />);
  await expect.poll(text).toBe("a b");
  mounted.show(<List ids={["a", "b", "c"]} />);
  await expect.poll(text).toBe("a b c");
  expect(asked).toEqual(["a", "b", "c"]);
});

test("a change tells that it runs, with what, and that it failed", async () => {
  let fail = () => {};
  function Form() {
    const save = useMutation({
      mutationFn: (_: string) => new Promise((_resolve, reject) => (fail = () => reject(new Error("no")))),
    });
    return (
      <button onClick={() => save.mutate("the label")}>
        {save.isPending ? `saving ${save.variables}` : save.isError ? "failed" : "idle"}
      </button>
    );
  }
  mounted = mount(<Form />);
  await expect.poll(text).toBe("idle");
  mounted.element.querySelector("button")?.click();
  await expect.poll(text).toBe("saving the label");
  fail();
  await expect.poll(text).toBe("failed");
});
