/** One step of the schema. Steps are only added, never changed, since their ids are recorded in every store. */
export interface Migration {
  readonly id: string;
  readonly sql: string;
}
