import type { Migration } from "./migrations.ts";

export const catalogMigrations: readonly Migration[] = [];
