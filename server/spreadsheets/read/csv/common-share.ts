/** Encodings without a mark and without rules that would give a text of another one away. */
export type LegacyEncoding = 'gb18030' | 'big5' | 'windows-1252'

/**
 * How many of the characters beyond ASCII are such as texts of an encoding mostly have: of Chinese those that its
 * makers sorted among the common ones, of European languages letters inside words. Bytes of one read as another are rare
 * characters and marks.
 * @returns from 0 to 1; 0 where all is ASCII
 */
export function commonShare(bytes: Buffer, encoding: LegacyEncoding): number {
  return encoding === 'windows-1252' ? shareOfLetters(bytes) : shareOfPairs(bytes, commonIn[encoding])
}

/** Whether a pair of bytes is a common character: levels 1 of GB 2312 and of Big5, and punctuation. */
const commonIn = {
  gb18030: (lead: number, trail: number) =>
    trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)),
  big5: (lead: number, trail: number) => lead >= 0xa1 && lead <= 0xc6 && (trail <= 0x7e || trail >= 0xa1),
}

function shareOfPairs(bytes: Buffer, isCommon: (lead: number, trail: number) => boolean): number {
  let all = 0
  let common = 0
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const [lead = 0, trail = 0] = [bytes[at], bytes[at + 1]]
    if (lead < 0x80) continue
    all += 1
    if (isCommon(lead, trail)) common += 1
    // Four bytes of GB18030 have a digit second.
    at += trail >= 0x30 && trail <= 0x39 ? 3 : 1
  }
  return all === 0 ? 0 : common / all
}

/** Letters with accents, ligatures and ß of windows-1252. */
const isLetter = (byte: number): boolean =>
  byte >= 0xc0 ? byte !== 0xd7 && byte !== 0xf7 : [0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f].includes(byte)

const isPlainLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

function shareOfLetters(bytes: Buffer): number {
  let all = 0
  let letters = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    all += 1
    if (isLetter(byte) && (isPlainLetter(bytes[at - 1]) || isPlainLetter(bytes[at + 1]))) letters += 1
  }
  return all === 0 ? 0 : letters / all
}
