import { noteDialogClosed } from "@/components/ui/dialog-closed";

/** Shows an image of the text as large as it is, in the browser's own dialog; a press beside it or Escape closes it. */
export function enlargeImage(link: HTMLAnchorElement, close: string): void {
  const small = link.querySelector("img");
  if (small === null) return;
  const dialog = document.createElement("dialog");
  dialog.className =
    "enlarged m-auto max-h-[calc(100dvh-32px)] max-w-[calc(100dvw-32px)] overflow-auto backdrop:bg-veil";
  dialog.setAttribute("aria-label", small.alt);
  const image = new Image(small.naturalWidth || small.width, small.naturalHeight || small.height);
  image.src = small.src;
  image.alt = small.alt;
  image.className = "block max-w-none bg-sheet";
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = close;
  button.className = "btn sticky top-2 left-2 m-2";
  dialog.append(button, image);
  button.addEventListener("click", () => dialog.close());
  dialog.addEventListener("mousedown", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    noteDialogClosed();
    dialog.remove();
    link.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  button.focus();
}
