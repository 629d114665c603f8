/** Rules of our own, for what no rule of the linter refuses. */
const refuse = (message, selectors) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

export default {
  meta: { name: "hiraku" },
  rules: {
    "no-never-cast": refuse(
      "`as never` fits everywhere and checks nothing: parse the value, or give the helper a type.",
      ["TSAsExpression[typeAnnotation.type='TSNeverKeyword']"],
    ),
    "no-unknown-cast": refuse("`as unknown as` checks nothing: parse the value, or narrow it with a guard.", [
      "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
    ]),
    "no-hidden-range-fault": refuse(
      "`list[at] ?? 0` hides an index out of range: write `list[at] ?? outOfRange()` (lib/text/format/out-of-range.ts).",
      ["[left.type='MemberExpression'][left.computed=true]", "[left.expression.computed=true]"].map(
        (left) => `LogicalExpression[operator='??'][right.value=0]${left}`,
      ),
    ),
    "no-english-dot": refuse(
      "Japanese sets another dot between facts: write `between(locale)` (lib/text/format/between.ts).",
      ["Literal[value=/ · /]", "TemplateElement[value.raw=/ · /]", "JSXText[value=/ · /]"],
    ),
    "no-global-names": refuse(
      "Two modules that take one name on the process break each other: nothing is stored there.",
      [
        ":not(TSTypeQuery) > Identifier[name='globalThis']",
        "MemberExpression[object.name='Symbol'][property.name='for']",
      ],
    ),
  },
};
