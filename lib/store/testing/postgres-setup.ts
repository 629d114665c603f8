import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../../scripts/postgres-server.ts";
import { PostgresStore } from "../postgres/postgres-store.ts";
import { templateName } from "./template-name.ts";

/** One PostgreSQL for a run of the tests, with an empty store from which others are made. */
export default async function setup(project: TestProject): Promise<() => void> {
  const server = await startPostgres();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  const store = new PostgresStore(server.url.replace(/\/postgres$/, `/${templateName}`));
  await store.start();
  await store.close();
  project.provide("postgres", server.url);
  return () => server.stop();
}

declare module "vitest" {
  interface ProvidedContext {
    /** Of the server on which this run keeps its stores; none where they are in SQLite. */
    postgres: string | undefined;
  }
}
