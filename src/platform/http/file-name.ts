/**
 * Finds the file name in a `Content-Disposition` header. `filename*` (RFC 8187) wins over `filename`, for Chinese names.
 * Never returns a path.
 */
export function findFileName(disposition: string | null): string | undefined {
  if (!disposition) return undefined
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;]+)/i.exec(disposition)?.[1]
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1')
  const plain = /filename\s*=\s*([^";\s]+)/i.exec(disposition)?.[1]
  const name = (extended && decode(extended.trim())) || quoted || plain
  return name?.replace(/^.*[/\\]/, '') || undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
