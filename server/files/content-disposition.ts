/**
 * `Content-Disposition` that saves a file under its name. Old clients get an ASCII name, all others the real one
 * (RFC 6266, RFC 8187).
 */
export function toAttachmentHeader(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7E]/g, '_').replaceAll(/["\\%/]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** `encodeURIComponent` leaves four characters that RFC 8187 does not allow. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`,
  )
}
