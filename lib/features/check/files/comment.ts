import { z } from "zod";

/** What is written beside a claim where it stands in the file. */
export const FileComment = z.strictObject({
  block_id: z.string().max(40),
  cell: z.strictObject({ row: z.int().min(0), column: z.int().min(0) }).nullable(),
  text: z.string().max(2_000),
});
export type FileComment = z.infer<typeof FileComment>;

export const commentsMax = 5_000;
export const commentAuthor = "Hiraku";
