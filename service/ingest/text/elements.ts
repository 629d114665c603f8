/** Elements not listed are inline and transparent, like those of inline XBRL. */
export type ElementKind =
  | "inline"
  | "block"
  | "hidden"
  | "break"
  | "table"
  | "row"
  | "cell"
  | "caption"
  | "image"
  | "item";

const kinds = new Map<string, ElementKind>([
  ["br", "break"],
  ["table", "table"],
  ["tr", "row"],
  ["td", "cell"],
  ["th", "cell"],
  ["caption", "caption"],
  ["img", "image"],
  ["li", "item"],
  ...[
    "html",
    "body",
    "p",
    "div",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "thead",
    "tbody",
    "tfoot",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "blockquote",
    "hr",
    "pre",
    "center",
    "section",
    "article",
    "header",
    "footer",
    "main",
    "nav",
    "aside",
    "address",
    "figure",
    "figcaption",
    "form",
    "fieldset",
    "legend",
    "details",
    "summary",
  ].map((name): [string, ElementKind] => [name, "block"]),
  ...[
    "head",
    "title",
    "script",
    "style",
    "noscript",
    "template",
    "iframe",
    "object",
    "embed",
    "applet",
    "svg",
    "math",
    "canvas",
    "audio",
    "video",
    "select",
    "textarea",
    "input",
    "button",
    "frameset",
    "noframes",
    "map",
    "link",
    "meta",
    "base",
    "xml",
    "ix:header",
    "ix:hidden",
  ].map((name): [string, ElementKind] => [name, "hidden"]),
]);

export function kindOf(name: string): ElementKind {
  return kinds.get(name) ?? "inline";
}

/** From a page's own style sheet, as far as it matters to the text: hidden, set to the right, vertical. */
export interface PageClasses {
  readonly hidden: ReadonlySet<string>;
  /** Declarations of a class, as a `style` attribute would have them. */
  readonly styles: ReadonlyMap<string, string>;
}

const telling = /(?:text-align\s*:\s*(?:right|end|center)|writing-mode\s*:\s*(?:vertical|tb|sideways)[\w-]*)/gi;

/** Rules inside @media (print) don't count. */
export function pageClasses(css: string): PageClasses {
  const flat = css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/@[\w-]+[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
  const hidden = new Set<string>();
  const styles = new Map<string, string>();
  for (const [, selectors, body] of flat.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (selectors === undefined || body === undefined) continue;
    const told = body.match(telling)?.join(";").toLowerCase();
    const isHidden = hides(body);
    if (told === undefined && !isHidden) continue;
    for (const selector of selectors.split(",")) {
      const name = /^\s*[a-z0-9]*\.([\w-]+)\s*$/i.exec(selector)?.[1];
      if (name === undefined) continue;
      if (isHidden) hidden.add(name);
      if (told !== undefined) styles.set(name, told);
    }
  }
  return { hidden, styles };
}

export function hides(style: string): boolean {
  return /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i.test(style);
}
