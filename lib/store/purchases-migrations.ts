import type { Migration } from "./migrations.ts";

/** What was bought, and everything that spending has to remember. */
export const purchaseMigrations: readonly Migration[] = [];
