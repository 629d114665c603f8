import type { SearchIndex } from "../port.ts";

/** An engine under test. Writes happen inside `transaction`; what throws inside leaves nothing behind. */
export interface EngineUnderTest {
  readonly index: SearchIndex;
  transaction(work: () => Promise<unknown>): Promise<unknown>;
  close(): Promise<void>;
}
