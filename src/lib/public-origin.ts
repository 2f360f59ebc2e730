/**
 * Where the forum is found from outside, `https://forum.example`: the address that its operator named, else the one
 * that this page came from. For what leaves this device: codes, links, calendar files.
 */
export function publicOrigin(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content
  return named ? new URL(named).origin : location.origin
}
