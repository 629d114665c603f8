import { notFound } from "next/navigation";

/** Whatever no page answers to, inside the frame. */
export default function MissingPage(): never {
  notFound();
}
