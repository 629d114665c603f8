import path from "node:path";
import { createApp } from "../../lib/app.ts";
import { answerOf, planQuestion, startAnswer } from "../../lib/features/ask/answer-service.ts";
import { answerDeps } from "../../lib/features/ask/answers.ts";
import type { AnswerDeps } from "../../lib/features/ask/ports.ts";
import type { AnswerRun, QuestionRequest } from "../../lib/features/ask/record.ts";
import { readSettings } from "../../lib/settings.ts";
import type { Spender } from "../../lib/spending/ports.ts";
import { ancestry, type SectionTree, sectionTree } from "../../lib/text/toc/section-tree.ts";
import type { KnownQuestion } from "./questions.ts";
import type { RealService } from "./real-service.ts";

/** Asks known questions through the engine as the web app does, each as a new owner, and judges what was bought. */
export interface Asked {
  readonly found: boolean;
  readonly holds: boolean;
  readonly figure: boolean;
  readonly spent: number;
  readonly sections: number;
  /** Of all text of the right document. */
  readonly whole: number;
  /** The heading of the right section, and of what was bought first. */
  readonly wanted: string;
  readonly first: string;
}

export interface Asking {
  ask(question: KnownQuestion, budget: number): Promise<Asked>;
  /** As it is typed, with nothing beside it and nothing owned. */
  run(question: string, budget: number): Promise<AnswerRun>;
  close(): Promise<void>;
}

export async function startAsking(service: RealService): Promise<Asking> {
  const settings = readSettings({ HIRAKU_API_URL: service.url, HIRAKU_DATA: path.join(service.folder, "web") });
  const app = await createApp(settings);
  const deps = answerDeps(app);
  const trees = new Map<string, SectionTree>();
  let owners = 0;
  const runAsked = async (request: Omit<QuestionRequest, "budget">, budget: number) => {
    const ownerId = `owner ${++owners}`;
    await app.store.prepare("insert into owners (owner_id, created_at) values (?, 0)").run(ownerId);
    const spender: Spender = { ownerId, upstream: service.url, keyId: "bench", key: service.key };
    const plan = await planQuestion(deps, spender, { ...request, budget });
    await (await startAnswer(deps, spender, { plan_id: plan.plan_id, max_credits: budget })).running;
    const run = await answerOf(deps, spender, plan.plan_id);
    if (run === undefined) throw new Error("the answer is gone");
    return { run, spender };
  };
  return {
    async ask(question, budget) {
      const request = { question: question.question, security_codes: [question.securityCode] };
      const { run, spender } = await runAsked(request, budget);
      return judge(question, run, await treesOf(deps, spender, trees, run));
    },
    async run(question, budget) {
      return (await runAsked({ question }, budget)).run;
    },
    async close() {
      await app[Symbol.asyncDispose]();
    },
  };
}

async function treesOf(
  deps: AnswerDeps,
  spender: Spender,
  known: Map<string, SectionTree>,
  run: AnswerRun,
): Promise<ReadonlyMap<string, SectionTree>> {
  const ids = new Set([...run.plan.documents, ...run.steps].flatMap(({ document_id }) => document_id ?? []));
  for (const id of ids) {
    if (known.has(id)) continue;
    const toc = await deps.finds(spender).toc(id);
    known.set(id, sectionTree(toc?.toc ?? []));
  }
  return known;
}

function judge(question: KnownQuestion, run: AnswerRun, trees: ReadonlyMap<string, SectionTree>): Asked {
  const bought = run.steps.filter(({ outcome, kind }) => kind === "sections" && outcome === "bought");
  const has = (documentId: string, sectionId: string): boolean => {
    const node = trees.get(documentId)?.byId.get(sectionId);
    const line = node === undefined ? [sectionId] : ancestry(node).map(({ id }) => id);
    return bought.some(
      (step) => step.document_id === documentId && step.sections.some(({ section_id }) => line.includes(section_id)),
    );
  };
  const document = question.document ?? run.plan.documents[0]?.document_id ?? "";
  const wanted =
    question.heading === null
      ? question.sections
      : headed(
          trees,
          bought.flatMap(({ document_id }) => document_id ?? []),
          question.heading,
        );
  const found =
    question.heading === null
      ? wanted.some((id) => has(document, id))
      : [...trees].some(([id, tree]) =>
          tree.nodes.some(
            (node) => underHeading(node, question.heading) && node.children.length === 0 && has(id, node.id),
          ),
        );
  const [figure] = run.figures;
  return {
    found,
    holds: run.holds,
    figure: figure !== undefined && question.shown !== null && digits(figure.value) === digits(question.shown),
    spent: run.spent,
    sections: bought.reduce((sum, { sections }) => sum + sections.length, 0),
    whole: run.plan.documents.find(({ document_id }) => document_id === document)?.whole_credits ?? 8,
    wanted: wanted
      .map((id) => trees.get(document)?.byId.get(id)?.title ?? id)
      .join(" | ")
      .slice(0, 80),
    first: [run.plan.documents[0]?.document_id, ...(bought[0]?.sections ?? []).slice(0, 4).map(({ title }) => title)]
      .join(" / ")
      .slice(0, 120),
  };
}

function headed(trees: ReadonlyMap<string, SectionTree>, documents: readonly string[], heading: RegExp): string[] {
  return documents.flatMap(
    (id) =>
      trees
        .get(id)
        ?.nodes.filter((node) => heading.test(fold(node.title)))
        .map((node) => node.id) ?? [],
  );
}

function underHeading(node: Parameters<typeof ancestry>[0], heading: RegExp | null): boolean {
  const path = ancestry(node)
    .map(({ title }) => fold(title))
    .reverse()
    .join(" > ");
  return heading !== null && heading.test(path);
}

const fold = (title: string | null) => (title ?? "").normalize("NFKC").toLowerCase();
const digits = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/※\d*/gu, "")
    .replace(/[^\d.]/g, "");
