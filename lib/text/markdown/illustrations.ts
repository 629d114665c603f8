import type { Element, ElementContent, Root } from "hast";
import { element, isElement, isWhitespace, mapChildren, text } from "./hast.ts";

/** An image that the text refers to: the image itself where it is owned, else the links where it can be seen. */
export interface Illustration {
  readonly image: {
    readonly src: string;
    readonly width: number;
    readonly height: number;
    readonly href: string;
    /** The link leads to the image itself, which the page may show enlarged instead. */
    readonly zooms: boolean;
  } | null;
  /** Alternative text; null where the document has none. */
  readonly label: string | null;
  readonly ways: readonly IllustrationLink[];
  /** Shown where there is no link. */
  readonly note: string | null;
}

export interface IllustrationLink {
  readonly href: string;
  readonly words: string;
  /** Credits, and their text for screen readers; null where it is free. */
  readonly price: { readonly credits: number; readonly spoken: string } | null;
}

/** The images of a text by their names, and the language of the text that replaces them. */
export interface IllustrationContext {
  readonly illustrations: Readonly<Record<string, Illustration>>;
  readonly words: { readonly lang: string; readonly illustration: string };
}

/** By the owned image with its size, or a line with links. None of the document's markup for it stays. */
export function setIllustrations(
  parent: Root | Element,
  context: IllustrationContext,
  within: "block" | "link" = "block",
): void {
  mapChildren(parent, (child) => {
    if (!isElement(child)) return child;
    if (child.tagName === "img") return illustration(child, "span", within === "link", context);
    if (child.tagName === "p" && holdsImagesOnly(child)) {
      return child.children.filter((each) => isElement(each, "img")).map((each) => standing(each, context));
    }
    setIllustrations(child, context, isElement(child, "a") ? "link" : within);
    return child;
  });
}

function holdsImagesOnly(paragraph: Element): boolean {
  const rest = paragraph.children.filter((each) => !isElement(each, "img", "br") && !isWhitespace(each));
  return rest.length === 0 && paragraph.children.some((each) => isElement(each, "img"));
}

function standing(image: ElementContent, context: IllustrationContext): ElementContent {
  return isElement(image) ? illustration(image, "figure", false, context) : image;
}

function illustration(
  image: Element,
  tagName: "figure" | "span",
  inLink: boolean,
  context: IllustrationContext,
): Element {
  const { words } = context;
  const name = String(image.properties["dataFigure"] ?? "");
  const alt = String(image.properties["alt"] ?? "");
  const known = Object.hasOwn(context.illustrations, name) ? context.illustrations[name] : undefined;
  const label = alt !== "" ? alt : (known?.label ?? `${words.illustration} ${name}`);
  const properties = { className: ["fig"] };
  if (known?.image != null) {
    const { src, width, height, href, zooms } = known.image;
    const drawn = element("img", { src, alt: label, width, height, loading: "lazy", decoding: "async" });
    const link = zooms ? { href, dataZoom: "" } : { href };
    return element(tagName, properties, [inLink ? drawn : element("a", link, [drawn])]);
  }
  const ways = inLink ? [] : (known?.ways ?? []).flatMap((way) => [text(" "), wayTo(way)]);
  const note = ways.length === 0 && known?.note != null ? [text(" "), element("span", {}, [text(known.note)])] : [];
  const what = element("span", { className: ["what"] }, [
    element("b", {}, [text(words.illustration)]),
    text(" "),
    element("span", { className: ["name"] }, [text(alt === "" ? name : alt)]),
  ]);
  return element(tagName, { className: ["fig", "absent"], lang: words.lang }, [what, ...ways, ...note]);
}

function wayTo(way: IllustrationLink): Element {
  const link = element("a", { href: way.href }, [text(way.words)]);
  if (way.price === null) return element("span", { className: ["way"] }, [link]);
  const { credits, spoken } = way.price;
  return element("span", { className: ["way"] }, [
    link,
    text(" "),
    element("span", { className: ["price"] }, [
      text(String(credits)),
      element("span", { className: ["sr-only"] }, [text(` ${spoken}`)]),
    ]),
  ]);
}
