/** Maximum number of octets in a line without its line break (RFC 5545, 3.1). */
const maxLineOctets = 75

/** Characters that a text value cannot contain: control characters except tab and line breaks (RFC 5545, 3.3.11). */
// oxlint-disable-next-line no-control-regex -- control characters are removed
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Escapes a text for the value of a property. */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(forbidden, '')
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\n/g, '\\n')
}

/** Formats a property as a folded line with its line break. Multi-byte characters are not split. */
export function formatContentLine(name: string, value: string): string {
  let folded = ''
  let octets = 0
  for (const character of `${name}:${value}`) {
    const characterOctets = countOctets(character.codePointAt(0) ?? 0)
    if (octets + characterOctets > maxLineOctets) {
      folded += '\r\n '
      // The leading space counts as an octet of its line.
      octets = 1
    }
    folded += character
    octets += characterOctets
  }
  return `${folded}\r\n`
}

function countOctets(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
