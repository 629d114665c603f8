/** placeholder, replaced in this commit's successor */
export async function sendForm(address: string, values: Readonly<Record<string, string | number>>): Promise<void> {
  const body = new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)]));
  await fetch(address, { method: "POST", body });
}
