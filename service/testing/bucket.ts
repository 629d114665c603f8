import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll } from "vitest";
import { type S3Server, startS3Server } from "../../scripts/s3-server.ts";

/** A bucket with objects beneath `house/`, seen from outside the program. */
export interface TestBucket {
  /** As HIRAKU_BLOBS_URL has it. */
  readonly address: string;
  put(key: string, bytes: Uint8Array | string): Promise<void>;
  remove(key: string): Promise<void>;
  list(prefix: string): Promise<{ readonly key: string; readonly modifiedAtMs: number }[]>;
}

export const canary = { accessKeyId: "canary-access-key", secretAccessKey: "canary-secret-key" };

/** One S3 server for the file. It fails, and with it all tests, where the server can't be started. */
export function serveS3(): { newBucket(): Promise<TestBucket>; addressOf(bucket: string): string } {
  let server: S3Server;
  let client: S3Client;
  let count = 0;
  beforeAll(async () => {
    server = await startS3Server();
    client = new S3Client({ endpoint: server.url, region: "us-east-1", forcePathStyle: true, credentials: canary });
    process.env["AWS_ACCESS_KEY_ID"] = canary.accessKeyId;
    process.env["AWS_SECRET_ACCESS_KEY"] = canary.secretAccessKey;
  }, 180_000);
  afterAll(() => server.stop());
  const addressOf = (bucket: string) => `s3://${bucket}/house?endpoint=${server.url}`;
  return {
    addressOf,
    async newBucket() {
      const Bucket = `bucket-${++count}`;
      await client.send(new CreateBucketCommand({ Bucket }));
      const at = (key: string) => ({ Bucket, Key: `house/${key}` });
      return {
        address: addressOf(Bucket),
        put: async (key, Body) => void (await client.send(new PutObjectCommand({ ...at(key), Body }))),
        remove: async (key) => void (await client.send(new DeleteObjectCommand(at(key)))),
        async list(prefix) {
          const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `house/${prefix}` }));
          return Contents.map(({ Key = "", LastModified }) => ({
            key: Key.slice("house/".length),
            modifiedAtMs: LastModified?.getTime() ?? 0,
          }));
        },
      };
    },
  };
}
