import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import type { Encoding } from '../../sheet-format.ts'
import { tryEncoding, type EncodingVerdict } from './decode.ts'

/** Encoding of a file. */
export interface FoundEncoding {
  encoding: Encoding
  /** True when the file begins with the byte order mark of the encoding. */
  hasMark: boolean
  /** All encodings in which the file is valid, the detected one first. */
  encodings: readonly Encoding[]
  /** True for an encoding other than UTF in which few characters of this file are common: it may be wrong. */
  isDoubtful: boolean
}

/** The bytes of U+FEFF in each encoding that has it. */
const byteOrderMarks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
]

/** Enough of a table to contain line ends and separators, whose second byte is zero in UTF-16. */
const headBytes = 65_536

/**
 * Detects the encoding of a file: by its byte order mark, otherwise by its valid bytes. UTF-8 comes first, because
 * hardly any text of another encoding is valid UTF-8; then the encoding with most common characters.
 * @throws InvalidSheetError when the file is invalid in all encodings, or in the requested one
 */
export async function findEncoding(path: string, requestedEncoding?: Encoding): Promise<FoundEncoding> {
  const head = await readHead(path)
  const encodingOfMark = byteOrderMarks.find(([, bytes]) =>
    bytes.every((byte, index) => head[index] === byte),
  )?.[0]
  const candidates = encodingOfMark ? [encodingOfMark] : listCandidates(head)
  const verdicts: EncodingVerdict[] = []
  for (const encoding of new Set(requestedEncoding ? [requestedEncoding, ...candidates] : candidates))
    verdicts.push(await tryEncoding(path, encoding))

  const isCertain = encodingOfMark !== undefined || verdicts.some(({ isAscii }) => isAscii)
  const sample = isCertain ? head : await readBeyondAscii(path)
  const validVerdicts = rankEncodings(
    verdicts.filter(({ invalidLine }) => invalidLine === undefined),
    sample,
    requestedEncoding,
  )
  const bestVerdict = validVerdicts[0]
  // UTF-8 with few invalid bytes is damaged UTF-8, although its bytes are valid in other encodings.
  const damagedVerdict = verdicts.find(({ isDamaged, encoding }) => isDamaged && encoding === 'utf-8')
  // A requested encoding comes first when it is valid.
  if (requestedEncoding ? bestVerdict?.encoding !== requestedEncoding : !bestVerdict || damagedVerdict)
    throw createUndecodableError(verdicts, requestedEncoding, damagedVerdict)
  // Without a request and without a verdict the line above has thrown.
  const encoding = requestedEncoding ?? bestVerdict!.encoding
  // ASCII is the same in all of them, so there is nothing to choose.
  const encodings = validVerdicts.every(({ isAscii }) => isAscii)
    ? [encoding]
    : validVerdicts.map((verdict) => verdict.encoding)
  const legacyEncoding =
    encodingOfMark || requestedEncoding
      ? undefined
      : legacyEncodings.find((candidate) => candidate === encoding)
  const isDoubtful =
    legacyEncoding !== undefined && measureCommonShare(sample, legacyEncoding) < minCertainShare
  return { encoding, hasMark: encodingOfMark === encoding, encodings, isDoubtful }
}

/** A smaller share of common characters rules the encoding out, although its bytes are valid. */
const minLikelyShare: Readonly<Partial<Record<Encoding, number>>> = { big5: 0.75, 'windows-1252': 0.9 }
/** A smaller share makes the encoding doubtful. Names have rare characters, but more than half of them are common. */
const minCertainShare = 0.5
const legacyEncodings: readonly LegacyEncoding[] = ['gb18030', 'big5', 'windows-1252']

/** Sorts the possible encodings, the likeliest first; a requested one precedes all. */
function rankEncodings(
  validVerdicts: readonly EncodingVerdict[],
  sample: Buffer,
  requestedEncoding: Encoding | undefined,
): EncodingVerdict[] {
  const isUtf8 = validVerdicts.some(({ encoding }) => encoding === 'utf-8')
  const getShare = ({ encoding }: EncodingVerdict): number => {
    const legacyEncoding = legacyEncodings.find((candidate) => candidate === encoding)
    // UTF encodings, and GB18030 beside UTF-8, precede every share, which is 1 at most.
    return legacyEncoding === undefined || (isUtf8 && legacyEncoding === 'gb18030')
      ? 2
      : measureCommonShare(sample, legacyEncoding)
  }
  return validVerdicts
    .filter((verdict) => {
      const minShare = minLikelyShare[verdict.encoding]
      // Unless requested, these encodings are offered only for a file that is no valid UTF-8.
      return (
        verdict.encoding === requestedEncoding ||
        minShare === undefined ||
        (!isUtf8 && getShare(verdict) >= minShare)
      )
    })
    .toSorted(
      (a, b) =>
        Number(b.encoding === requestedEncoding) - Number(a.encoding === requestedEncoding) ||
        getShare(b) - getShare(a),
    )
}

/** Creates the error for the requested encoding, otherwise for the one whose first invalid byte comes last. */
function createUndecodableError(
  verdicts: readonly EncodingVerdict[],
  requestedEncoding: Encoding | undefined,
  damagedVerdict: EncodingVerdict | undefined,
): InvalidSheetError {
  const furthestVerdict = verdicts
    .filter(({ invalidLine }) => invalidLine !== undefined)
    .toSorted((a, b) => (b.invalidLine ?? 0) - (a.invalidLine ?? 0))[0]
  const reportedVerdict = (requestedEncoding ? verdicts[0] : damagedVerdict) ?? furthestVerdict
  return new InvalidSheetError('undecodable', {
    encoding: reportedVerdict?.encoding ?? '',
    line: reportedVerdict?.invalidLine ?? 1,
  })
}

/**
 * Lists the encodings to try. Zero bytes mean UTF-16. Line ends, separators and quotation marks show the byte order:
 * with swapped bytes they are rare characters.
 */
function listCandidates(head: Buffer): readonly Encoding[] {
  if (hasSingleByteAscii(head)) return ['utf-8', ...legacyEncodings]
  const structuralCharacters = new Set(
    ['\r', '\n', '\t', ',', ';', '"', ' '].map((character) => character.charCodeAt(0)),
  )
  let littleEndianCount = 0
  let bigEndianCount = 0
  for (let index = 0; index + 1 < head.length; index += 2) {
    if (structuralCharacters.has(head.readUInt16LE(index))) littleEndianCount++
    if (structuralCharacters.has(head.readUInt16BE(index))) bigEndianCount++
  }
  return littleEndianCount >= bigEndianCount ? ['utf-16le', 'utf-16be'] : ['utf-16be', 'utf-16le']
}

/**
 * Minimum share of zero bytes in UTF-16. Fewer are invalid bytes of another encoding, when the text is otherwise valid
 * in it.
 */
const minWideZeros = 1 / 8

/** Returns whether ASCII characters take one byte, as in all encodings but UTF-16. */
function hasSingleByteAscii(head: Buffer): boolean {
  const zeros = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  if (zeros === 0) return true
  return zeros < head.length * minWideZeros && (isValidIn(head, 'utf-8') || isValidIn(head, 'gb18030'))
}

/** Returns whether the start of a file is valid in an encoding. */
function isValidIn(head: Buffer, encoding: Encoding): boolean {
  try {
    // The last character may be incomplete.
    new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Reads the first lines beyond ASCII, wherever they are: a name with an accent may follow thousands without. */
async function readBeyondAscii(path: string): Promise<Buffer> {
  const lines: string[] = []
  let length = 0
  // Each byte is a character, and all these encodings share the line ends of ASCII.
  const input = createReadStream(path, 'latin1')
  for await (const line of createInterface({ input })) {
    if (!/[\x80-\xFF]/.test(line)) continue
    lines.push(line)
    length += line.length
    if (length >= headBytes) break
  }
  input.destroy()
  return Buffer.from(lines.join('\n'), 'latin1')
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Encodings other than UTF, in which nearly any bytes are valid. */
type LegacyEncoding = 'gb18030' | 'big5' | 'windows-1252'

/**
 * Measures the share of common characters among those beyond ASCII: for Chinese, characters of the common levels of the
 * encoding; for European languages, letters within words. Bytes in a wrong encoding become rare characters and marks.
 * @returns from 0 to 1; 0 where all is ASCII
 */
function measureCommonShare(bytes: Buffer, encoding: LegacyEncoding): number {
  return encoding === 'windows-1252'
    ? measureLetterShare(bytes)
    : measurePairShare(bytes, isCommonPair[encoding])
}

/** Checks whether a pair of bytes is a common character: level 1 of GB 2312 and of Big5, and punctuation. */
const isCommonPair = {
  gb18030: (lead: number, trail: number) =>
    trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)),
  big5: (lead: number, trail: number) => lead >= 0xa1 && lead <= 0xc6 && (trail <= 0x7e || trail >= 0xa1),
}

/** Measures the share of common pairs among the characters of two or four bytes. */
function measurePairShare(bytes: Buffer, isCommon: (lead: number, trail: number) => boolean): number {
  let total = 0
  let common = 0
  for (let index = 0; index + 1 < bytes.length; index += 1) {
    const [lead = 0, trail = 0] = [bytes[index], bytes[index + 1]]
    if (lead < 0x80) continue
    total += 1
    if (isCommon(lead, trail)) common += 1
    // Skips the rest of the character: three bytes when its second byte is a digit, as in GB18030, or one.
    index += trail >= 0x30 && trail <= 0x39 ? 3 : 1
  }
  return total === 0 ? 0 : common / total
}

/** Letters with accents, ligatures and ß of windows-1252. */
const isLetter = (byte: number): boolean =>
  byte >= 0xc0 ? byte !== 0xd7 && byte !== 0xf7 : [0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f].includes(byte)

/** Returns whether a byte is an ASCII letter. The bit 0x20 makes capitals lower case. */
const isPlainLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/** Measures the share of accented letters beside ASCII letters among the bytes beyond ASCII. */
function measureLetterShare(bytes: Buffer): number {
  let total = 0
  let letters = 0
  for (const [index, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    total += 1
    if (isLetter(byte) && (isPlainLetter(bytes[index - 1]) || isPlainLetter(bytes[index + 1]))) letters += 1
  }
  return total === 0 ? 0 : letters / total
}
