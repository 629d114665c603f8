/** Without this file Next sends a page of its own with every page. */
export default function NotFound() {
  return null;
}
