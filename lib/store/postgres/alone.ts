import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";

/**
 * One web app on a database at a time, as with a file: a start takes every purchase without an outcome for an
 * interrupted one. The lock ends with its connection; a web app whose connection broke takes it again, and ends where
 * another one has it.
 */
const aloneLock = 4_710_012;
const askAgainMs = 500;

export interface Alone {
  release(): Promise<void>;
}

export async function holdAlone(
  url: string,
  onTaken: () => void = () => {
    process.stderr.write("hiraku: another web app has taken over the database.\n");
    process.exit(1);
  },
): Promise<Alone> {
  let client = await lock(url);
  if (client === undefined) throw new Error("The database is in use by another web app.");
  let isReleased = false;
  const watch = (held: Client) => held.once("end", () => void retake());

  async function retake(): Promise<void> {
    while (!isReleased) {
      try {
        client = await lock(url);
        if (client !== undefined) watch(client);
        else if (!isReleased) onTaken();
        return;
      } catch {
        // The database is away; nobody else gets the lock meanwhile.
        await delay(askAgainMs);
      }
    }
  }

  watch(client);
  return {
    async release() {
      isReleased = true;
      await client?.end();
    },
  };
}

/** The connection that holds the lock; undefined where another one does. */
async function lock(url: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: "hiraku" });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [aloneLock]);
  if (rows[0]?.got === true) return client;
  await client.end();
  return undefined;
}
