export { AgentAccess } from "./AgentAccess.tsx";
export { AgentPlan } from "./AgentPlan.tsx";
export { ProgramConsent } from "./ProgramConsent.tsx";
