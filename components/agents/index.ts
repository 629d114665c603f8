export { AgentAccess } from "./AgentAccess.tsx";
export { AgentPlan } from "./AgentPlan.tsx";
