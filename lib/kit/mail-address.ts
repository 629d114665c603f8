const localPart = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/;
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const lengthMax = 254;

/** One plain address: no name, quotes, comments or line breaks, so that it can't add a header or a second reader. */
export function isMailAddress(text: string): boolean {
  if (text.length > lengthMax) return false;
  const [local = "", domain = "", ...more] = text.split("@");
  const labels = domain.split(".");
  return more.length === 0 && localPart.test(local) && labels.length >= 2 && labels.every((each) => label.test(each));
}
