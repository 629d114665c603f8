import query from "@tanstack/eslint-plugin-query";
import next from "eslint-config-next/core-web-vitals";
import tseslint from "typescript-eslint";

/** Casts that the compiler can't question: what is needed instead is a parse, a guard, or a helper with a type. */
const noBlindCasts = [
  {
    selector: "TSAsExpression[typeAnnotation.type='TSNeverKeyword']",
    message: "`as never` fits everywhere and checks nothing: parse the value, or give the helper a type.",
  },
  {
    selector: "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
    message: "`as unknown as` checks nothing: parse the value, or narrow it with a guard.",
  },
];

/** A zero in place of a missing offset or score is a wrong answer that nobody sees. */
const noHiddenRangeFaults = [
  "[left.type='MemberExpression'][left.computed=true]",
  "[left.expression.computed=true]",
].map((left) => ({
  selector: `LogicalExpression[operator='??'][right.value=0]${left}`,
  message:
    "`list[at] ?? 0` hides an index out of range: write `list[at] ?? outOfRange()` (lib/text/format/out-of-range.ts).",
}));

/** Modules keep their own state; what lives as long as a program is made in one place (lib/app.ts, service/app.ts). */
const noGlobals = [
  ":not(TSTypeQuery) > Identifier[name='globalThis']",
  "MemberExpression[object.name='Symbol'][property.name='for']",
].map((selector) => ({
  selector,
  message: "Two modules that take one name on the process break each other: nothing is stored there.",
}));
const react = "{app,components,lib/next,bench/web/peers}/**/*.{ts,tsx}";
const programs = "{app,components,lib,service,cli}/**/*.{ts,tsx}";
const ownTests = ["**/*.test.ts", "**/*.test.tsx", "**/testing/**"];

export default tseslint.config(
  {
    ignores: [
      "**/.next/**",
      ".next-*/**",
      ".data*/**",
      ".cache/**",
      "node_modules/**",
      "public/pdf/**",
      "public/fonts/**",
      "next-env.d.ts",
      "**/*.d.mts",
    ],
  },
  // On other files they find nothing, and take a third of the time.
  ...[...next, ...query.configs["flat/recommended"]].map((each) => ({ ...each, files: [react] })),
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strict],
    rules: {
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": true, "ts-ignore": true }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/unified-signatures": "off",
      eqeqeq: ["error", "smart"],
      "no-console": "error",
      "no-restricted-syntax": ["error", ...noBlindCasts],
    },
  },
  {
    files: [programs],
    ignores: ownTests,
    rules: { "no-restricted-syntax": ["error", ...noBlindCasts, ...noGlobals] },
  },
  {
    files: ["lib/text/format/**/*.ts", "lib/text/toc/**/*.ts", "service/search/**/*.ts"],
    ignores: ownTests,
    rules: {
      "no-restricted-syntax": ["error", ...noBlindCasts, ...noGlobals, ...noHiddenRangeFaults],
    },
  },
  {
    files: ["lib/**/*.{ts,tsx}", "app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}", "instrumentation.ts"],
    ignores: ["lib/settings.ts", "instrumentation.ts", "**/*.test.ts", "**/*.test.tsx"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Settings are read in lib/settings.ts." },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "components/**/*.{ts,tsx}"],
    ignores: ["components/ui/Link.tsx"],
    rules: {
      "no-restricted-imports": [
        "error",
        { name: "next/link", message: "`Link` of components/ui/Link.tsx loads nothing before it is pressed." },
      ],
    },
  },
  {
    // Page images are bought one by one and served by our own routes: the optimiser would drop the session.
    files: [react],
    rules: { "@next/next/no-img-element": "off" },
  },
  {
    // Pages are server components: they run once a request, and "now" is part of what they answer.
    files: ["app/**/page.tsx", "app/**/layout.tsx"],
    rules: { "react-hooks/purity": "off" },
  },
  {
    files: ["service/**/*.ts", "cli/**/*.ts"],
    ignores: [
      "service/config.ts",
      "**/*.test.ts",
      "**/*.engines.ts",
      "service/testing/**",
      "service/ingest/testing/samples.ts",
    ],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Settings are read in service/config.ts." },
      ],
    },
  },
  {
    files: ["bench/**", "scripts/**", "e2e/**", "cli/**"],
    rules: { "no-console": "off" },
  },
);
