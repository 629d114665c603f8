/** A refused package, with a reason for the run report. Any other thrown error is a bug in this program. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type RefusalReason =
  | "not_an_archive"
  | "damaged_archive"
  | "encrypted_archive"
  | "unsafe_path"
  | "symlink"
  | "too_many_entries"
  | "too_large"
  | "ratio_too_high"
  | "overlapping_entries"
  | "duplicate_entry"
  | "unknown_layout"
  | "doctype_refused"
  | "unreadable_text"
  | "nested_too_deeply"
  | "nothing_to_deliver"
  | "unreadable_pdf"
  | "unsupported_image"
  | "missing_facts"
  | "deadline_exceeded"
  | "memory_exceeded"
  | "download_failed"
  | "bad_manifest";
