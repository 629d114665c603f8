/** The tasks of the test worker. A type alias, since an interface would not match the type of a pool. */
export type TestWork = {
  echo: { task: string; answer: string };
  thread: { task: null; answer: number };
  later: { task: number; answer: number };
  steps: { task: null; answer: never };
  hang: { task: null; answer: never };
  fail: { task: string; answer: never };
  exit: { task: number; answer: never };
  crash: { task: null; answer: unknown };
  hand: { task: number; answer: Uint8Array };
  left: { task: null; answer: number };
  fill: { task: null; answer: never };
};
