import { z } from "zod";
import { askRoutes } from "../../lib/routes.ts";
import { type Scene, type Step } from "./scene.ts";
import { Fault, Tab } from "./tab.ts";

/** Questions that are answered within a budget, and their dossiers. */
export const askingSteps: readonly Step[] = [
  { name: "plan a question", weight: 2, run: async (scene) => void (await plan(scene)) },
  { name: "ask", weight: 5, run: ask },
  { name: "open answer", weight: 3, run: openAnswer },
  { name: "share", weight: 2, run: share },
];

export const questions = [
  "売上高はいくらか。",
  "事業等のリスクはどのようなものか。",
  "配当の方針を教えてください。",
  "What were net sales?",
  "How many employees are there?",
];

const Planned = z.object({ plan_id: z.string(), most: z.number() });
const Run = z.object({
  state: z.string(),
  spent: z.number(),
  stopped_because: z.string().nullable(),
});

async function plan({ tab, random, document }: Scene): Promise<z.infer<typeof Planned> | undefined> {
  await tab.page(askRoutes.page());
  const question = { question: random.pick(questions), security_codes: [document.code], budget: random.below(12) };
  const asked = random.happens(0.5) ? { ...question, document_ids: [document.id] } : question;
  const answer = await tab.send("POST", askRoutes.plan(), asked, [201, 404, 409, 422]);
  return answer.status === 201 ? Planned.parse(JSON.parse(answer.text)) : undefined;
}

const endsWithinMs = 60_000;

async function ask(scene: Scene): Promise<void> {
  const { tab, random, owner } = scene;
  const planned = await plan(scene);
  if (planned === undefined) return;
  scene.may(planned.most);
  const start = { plan_id: planned.plan_id, max_credits: planned.most };
  await tab.send("POST", askRoutes.all(), start, [202]);
  owner.answerIds.push(planned.plan_id);
  if (random.happens(0.15)) await tab.send("POST", askRoutes.stop(planned.plan_id));
  const run = await untilEnded(tab, planned.plan_id);
  if (run.spent > planned.most) throw new Fault(`a question spent ${run.spent} of ${planned.most}`);
  if (run.state === "failed" && run.stopped_because !== "refused")
    throw new Fault(`question ${planned.plan_id} failed: ${run.stopped_because}`);
  await tab.page(askRoutes.answer(planned.plan_id));
}

async function untilEnded(tab: Tab, id: string): Promise<z.infer<typeof Run>> {
  const endsAt = performance.now() + endsWithinMs;
  for (;;) {
    const run = Run.parse(JSON.parse((await tab.get(askRoutes.one(id))).text));
    if (run.state !== "running" && run.state !== "planned") return run;
    if (performance.now() > endsAt) throw new Fault(`question ${id} never ended`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function openAnswer({ tab, random, owner }: Scene): Promise<void> {
  await tab.page(askRoutes.page());
  await tab.get(askRoutes.all());
  if (owner.answerIds.length === 0) return;
  const id = random.pick(owner.answerIds);
  await tab.page(askRoutes.answer(id));
  await tab.get(askRoutes.dossier(id), [200, 409]);
}

const Shared = z.object({ share_id: z.string().nullable() });

async function share({ webUrl, tab, random, owner, others }: Scene): Promise<void> {
  if (owner.answerIds.length === 0) return;
  const id = random.pick(owner.answerIds);
  const made = await tab.send("POST", askRoutes.share(id), undefined, [200, 409]);
  if (made.status !== 200) return;
  const shareId = Shared.parse(JSON.parse(made.text)).share_id;
  const colleague = random.pick(others);
  const theirs = new Tab(webUrl, colleague.cookies[0], undefined);
  if (shareId !== null) await theirs.page(askRoutes.shared(shareId), [200, 404]);
  await theirs.get(askRoutes.one(id), [404]);
  await tab.send("POST", askRoutes.recheck(id), undefined, [200, 409]);
  if (random.happens(0.5)) await tab.send("POST", askRoutes.unshare(id));
}
