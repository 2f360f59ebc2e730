/**
 * Returns the public origin of the forum, such as `https://forum.example`: the operator's setting, or else this page's
 * origin. For everything that leaves the device: QR codes, links, calendar files.
 */
export function publicOrigin(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content
  return named ? new URL(named).origin : location.origin
}
