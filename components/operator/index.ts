export { OperatorGate } from "./OperatorGate.tsx";
export { OperatorView } from "./OperatorView.tsx";
export { minuteOf } from "./times.ts";
