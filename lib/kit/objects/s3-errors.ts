/** A failure of the bucket, as one line for the log and the terminal: what failed, why, and what to do about it. */
export class BucketError extends Error {
  /** The same call may succeed a moment later. */
  readonly isTransient: boolean;

  constructor(message: string, isTransient: boolean) {
    super(message);
    this.name = "BucketError";
    this.isTransient = isTransient;
  }
}

const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: "there is no such bucket; it is not created by this program",
  AccessDenied: "access is denied; the keys need s3:GetObject, PutObject, DeleteObject and ListBucket there",
  Forbidden: "access is denied; the keys need s3:GetObject, PutObject, DeleteObject and ListBucket there",
  InvalidAccessKeyId: "the access key is unknown there (AWS_ACCESS_KEY_ID)",
  SignatureDoesNotMatch: "the secret key does not fit the access key (AWS_SECRET_ACCESS_KEY)",
  ExpiredToken: "the session token has expired (AWS_SESSION_TOKEN)",
  CredentialsProviderError: "no keys were found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
  RequestTimeTooSkewed: "the clock of this machine is wrong",
  PermanentRedirect: "the bucket is in another region; name it with region=",
  AuthorizationHeaderMalformed: "the bucket is in another region; name it with region=",
};

const transientNames = new Set(["SlowDown", "ServiceUnavailable", "InternalError", "RequestTimeout", "TimeoutError"]);

/** Messages of the library are left out, since they may hold parts of the request; its names and codes are safe. */
export function toBucketError(error: unknown, where: string): BucketError {
  if (error instanceof BucketError) return error;
  const name = textOf(error, "name");
  const code = textOf(error, "code");
  const status = statusOf(error);
  const known = reasons[name];
  if (known !== undefined) return new BucketError(`${where}: ${known}.`, false);
  if (name === "AbortError" || name === "TimeoutError")
    return new BucketError(`${where} did not answer in time.`, true);
  if (status === undefined) return new BucketError(`${where} can't be reached (${code || name || "unknown"}).`, true);
  const isTransient = status >= 500 || status === 429 || status === 409 || transientNames.has(name);
  return new BucketError(`${where} answered ${status} ${name}.`.replace(/ \.$/, "."), isTransient);
}

export function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("$metadata" in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== "object" || metadata === null || !("httpStatusCode" in metadata)) return undefined;
  return typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : undefined;
}

export function textOf(error: unknown, property: "name" | "code"): string {
  if (typeof error !== "object" || error === null || !(property in error)) return "";
  const value: unknown = Reflect.get(error, property);
  return typeof value === "string" && /^[A-Za-z0-9_]{1,60}$/.test(value) ? value : "";
}
