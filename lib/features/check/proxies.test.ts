import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { commentBytesMax } from "./commented-file.ts";
import { fileBytesMax } from "./files/file-limits.ts";

const examples = path.resolve(import.meta.dirname, "../../../docs/operate");

test.each(["nginx.conf", "nginx-engines.conf", "Caddyfile", "kubernetes/web.yaml"])(
  "%s lets drafts and their comments through",
  (name) => {
    const text = readFileSync(path.join(examples, name), "utf8");
    const sizes = [...text.matchAll(/(?:max_body_size|max_size|proxy-body-size:) (\d+)m/gi)];
    const largest = Math.max(...sizes.map(([, megabytes]) => Number(megabytes)));
    expect(largest * 1_000_000).toBeGreaterThan(fileBytesMax + commentBytesMax);
  },
);
