import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";

/**
 * Who works on the database: every web app that runs holds a lock that they share, and a command that must not have one
 * beside it takes the lock for itself. It ends with its connection. Of an earlier version each web app held it alone, so
 * that neither runs beside the other.
 */
export const presenceLock = 4_710_012;
const askAgainMs = 500;

export interface Presence {
  release(): Promise<void>;
}

/** A running web app holds this lock; one whose connection broke takes it again, and ends where it is refused. */
export async function joinWebApps(
  url: string,
  onRefused: () => void = () => {
    process.stderr.write(`hiraku: ${refused}\n`);
    process.exit(1);
  },
): Promise<Presence> {
  let client = await lock(url, "shared");
  if (client === undefined) throw new Error(refused);
  let isReleased = false;
  const watch = (held: Client) => held.once("end", () => void retake());

  async function retake(): Promise<void> {
    while (!isReleased) {
      try {
        client = await lock(url, "shared");
        if (client !== undefined) watch(client);
        else if (!isReleased) onRefused();
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

const refused =
  "The database is held by a command such as 'hiraku secret rotate', or by a web app of an earlier version; start again when it has ended.";

/** For a command beside which no web app may run; undefined where one does. */
export async function holdWithoutWebApps(url: string): Promise<Presence | undefined> {
  const client = await lock(url, "alone");
  return client === undefined ? undefined : { release: () => client.end() };
}

/** The connection that holds the lock; undefined where it is refused. */
async function lock(url: string, how: "shared" | "alone"): Promise<Client | undefined> {
  const client = new Client({ connectionString: url, keepAlive: true, application_name: "hiraku" });
  client.on("error", () => {});
  await client.connect();
  const take = how === "shared" ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock";
  const { rows } = await client.query<{ got: boolean }>(`select ${take}($1) as got`, [presenceLock]);
  if (rows[0]?.got === true) return client;
  await client.end();
  return undefined;
}
