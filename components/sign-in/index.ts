export { readAsked } from "./asked.ts";
export { KeyFacts } from "./KeyFacts.tsx";
export { LanguageLinks } from "./LanguageLinks.tsx";
export { Lead } from "./Lead.tsx";
export { ServiceState } from "./ServiceState.tsx";
export { DemoForm, SignInForm } from "./SignInForm.tsx";
