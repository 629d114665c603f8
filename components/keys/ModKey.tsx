/** A key with the modifier; the stylesheet says ⌘ or Ctrl, so that nothing changes once the page comes to life. */
export function ModKey({ letter }: { letter: string }) {
  return <kbd className="mod">{letter}</kbd>;
}
