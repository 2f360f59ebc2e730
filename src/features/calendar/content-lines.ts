/** Octets that a line may have at most, its end not counted (RFC 5545, 3.1). */
const lineMostOctets = 75

/** What texts may not hold: control characters, but for the tab and the line ends (RFC 5545, 3.3.11). */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** A text as the value of a property: what would end it or part it is escaped. */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(forbidden, '')
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\n/g, '\\n')
}

/** One property, folded, with its end. Characters of several octets stay whole. */
export function contentLine(name: string, value: string): string {
  let folded = ''
  let octets = 0
  for (const character of `${name}:${value}`) {
    const more = octetsOf(character.codePointAt(0) ?? 0)
    if (octets + more > lineMostOctets) {
      folded += '\r\n '
      // The space counts as the first octet of its line.
      octets = 1
    }
    folded += character
    octets += more
  }
  return `${folded}\r\n`
}

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
