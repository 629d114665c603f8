/**
 * Nothing shows it: what is not found has a page within the frame, or a document of its own. Without this file Next
 * sends a page of its own with every page.
 */
export default function NotFound() {
  return null;
}
