import { workerData } from "node:worker_threads";
import { z } from "zod";
import { openDatabase } from "./sqlite/database.ts";
import { migrate } from "./sqlite/migrations.ts";

const db = openDatabase(z.string().parse(workerData));
migrate(db);
db.close();
