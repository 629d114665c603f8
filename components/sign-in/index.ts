export { KeyFacts } from "./KeyFacts.tsx";
export { LanguageLinks } from "./LanguageLinks.tsx";
export { SignInForm } from "./SignInForm.tsx";
