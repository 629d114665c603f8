import type { Migration } from "./migrations.ts";

export const searchMigrations: readonly Migration[] = [];
