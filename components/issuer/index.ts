export { IssuerSkeleton } from "./IssuerSkeleton.tsx";
export { OneIssuer } from "./OneIssuer.tsx";
export { UnknownIssuer } from "./UnknownIssuer.tsx";
