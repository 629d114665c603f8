export { KeyFacts } from "./KeyFacts.tsx";
export { LanguageLinks } from "./LanguageLinks.tsx";
export { DemoForm, SignInForm } from "./SignInForm.tsx";
