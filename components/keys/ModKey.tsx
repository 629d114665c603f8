/** A key with the modifier. The stylesheet inserts ⌘ or Ctrl, so that hydration changes nothing. */
export function ModKey({ letter }: { letter: string }) {
  return <kbd className="mod">{letter}</kbd>;
}
