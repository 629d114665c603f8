/**
 * Words that a browser loads once and keeps: the frame's are the same on every page, and in the page they would be a
 * third of what it sends. They stand at an address of their own, which is named after what they say. These are those
 * that the server has written, by address; in the browser there are none.
 */
const shared: typeof globalThis & { hirakuWordFiles?: Map<string, string> } = globalThis;

export function knownWordFiles(): Map<string, string> {
  shared.hirakuWordFiles ??= new Map();
  return shared.hirakuWordFiles;
}
