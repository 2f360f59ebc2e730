import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { InvalidSheetError } from '../../invalid-sheet-error.ts'
import type { Encoding } from '../../sheet-format.ts'
import { tryEncoding, type EncodingVerdict } from './decode.ts'

/** How the bytes of a file read. */
export interface FoundEncoding {
  encoding: Encoding
  hasMark: boolean
  /** All encodings in which it reads without a fault, that one first. */
  encodings: readonly Encoding[]
  /** True when it is none of UTF, and most texts of that encoding have more common characters. */
  isDoubtful: boolean
}

const marks: readonly [Encoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
]

/** Enough of a table to have line ends and separators, whose second byte is zero in UTF-16. */
const headBytes = 65_536

/**
 * Finds out how a file is encoded, by its byte order mark, else by what its bytes can be: UTF-8 first, because hardly any
 * text of another encoding is valid UTF-8, then that in which most of its characters are common ones.
 * @throws InvalidSheetError when it reads in no encoding, or not in the one that is asked for
 */
export async function findEncoding(path: string, requested?: Encoding): Promise<FoundEncoding> {
  const head = await readHead(path)
  const marked = marks.find(([, bytes]) => bytes.every((byte, index) => head[index] === byte))?.[0]
  const candidates = marked ? [marked] : listCandidates(head)
  const verdicts: EncodingVerdict[] = []
  for (const encoding of new Set(requested ? [requested, ...candidates] : candidates))
    verdicts.push(await tryEncoding(path, encoding))

  const isPlain = marked !== undefined || verdicts.some(({ isAscii }) => isAscii)
  const sample = isPlain ? head : await readBeyondAscii(path)
  const readable = rank(
    verdicts.filter(({ faultLine }) => faultLine === undefined),
    sample,
    requested,
  )
  const found = readable[0]
  const damaged = verdicts.find(({ isDamaged, encoding }) => isDamaged && encoding === 'utf-8')
  if (requested ? found?.encoding !== requested : !found || damaged)
    throw createUndecodableError(verdicts, requested, damaged)
  const encoding = requested ?? found!.encoding
  // All of them say the same of ASCII: nothing is to be chosen.
  const encodings = readable.every(({ isAscii }) => isAscii)
    ? [encoding]
    : readable.map((one) => one.encoding)
  const old = marked || requested ? undefined : legacy.find((one) => one === encoding)
  const isDoubtful = old !== undefined && measureCommonShare(sample, old) < minCertainShare
  return { encoding, hasMark: marked === encoding, encodings, isDoubtful }
}

/** Share of common characters from which a text is thought to be of an encoding that nearly all bytes are valid in. */
const minLikelyShare: Readonly<Partial<Record<Encoding, number>>> = { big5: 0.75, 'windows-1252': 0.9 }
/** Of names, whose characters are rarer than those of other words, more than half are common ones. */
const minCertainShare = 0.5
const legacy: readonly LegacyEncoding[] = ['gb18030', 'big5', 'windows-1252']

/** What a file may be, the likeliest first; what was asked for before all. */
function rank(
  readable: readonly EncodingVerdict[],
  sample: Buffer,
  requested: Encoding | undefined,
): EncodingVerdict[] {
  const isUtf8 = readable.some(({ encoding }) => encoding === 'utf-8')
  const getShare = ({ encoding }: EncodingVerdict): number => {
    const old = legacy.find((one) => one === encoding)
    return old === undefined || (isUtf8 && old === 'gb18030') ? 2 : measureCommonShare(sample, old)
  }
  return readable
    .filter((one) => {
      const from = minLikelyShare[one.encoding]
      return one.encoding === requested || from === undefined || (!isUtf8 && getShare(one) >= from)
    })
    .toSorted(
      (a, b) =>
        Number(b.encoding === requested) - Number(a.encoding === requested) || getShare(b) - getShare(a),
    )
}

/** Names the asked one, else the one in which the file reads furthest. */
function createUndecodableError(
  verdicts: readonly EncodingVerdict[],
  requested: Encoding | undefined,
  damaged: EncodingVerdict | undefined,
): InvalidSheetError {
  const furthest = verdicts
    .filter(({ faultLine }) => faultLine !== undefined)
    .toSorted((a, b) => (b.faultLine ?? 0) - (a.faultLine ?? 0))[0]
  const reported = (requested ? verdicts[0] : damaged) ?? furthest
  return new InvalidSheetError('undecodable', {
    encoding: reported?.encoding ?? '',
    line: reported?.faultLine ?? 1,
  })
}

/**
 * Zero bytes make it UTF-16. Which end comes first is told by line ends, separators and quotation marks: what they
 * are the other way round are characters that hardly anybody writes.
 */
function listCandidates(head: Buffer): readonly Encoding[] {
  if (isNarrow(head)) return ['utf-8', ...legacy]
  const structural = new Set(
    ['\r', '\n', '\t', ',', ';', '"', ' '].map((character) => character.charCodeAt(0)),
  )
  let little = 0
  let big = 0
  for (let index = 0; index + 1 < head.length; index += 2) {
    if (structural.has(head.readUInt16LE(index))) little++
    if (structural.has(head.readUInt16BE(index))) big++
  }
  return little >= big ? ['utf-16le', 'utf-16be'] : ['utf-16be', 'utf-16le']
}

/** Where fewer bytes are zero, and all else is text in another encoding, they are strays: a fault, which that one tells. */
const minWideZeros = 1 / 8

function isNarrow(head: Buffer): boolean {
  const zeros = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  if (zeros === 0) return true
  return zeros < head.length * minWideZeros && (isText(head, 'utf-8') || isText(head, 'gb18030'))
}

function isText(head: Buffer, encoding: Encoding): boolean {
  try {
    // The last character may be cut off.
    new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/** The first lines that are not ASCII alone, wherever they stand; a name with an accent may come after thousands without. */
async function readBeyondAscii(path: string): Promise<Buffer> {
  const found: string[] = []
  let length = 0
  // Each byte is a character, and line ends are those of ASCII, which all of the encodings share.
  const input = createReadStream(path, 'latin1')
  for await (const line of createInterface({ input })) {
    if (!/[\x80-\xFF]/.test(line)) continue
    found.push(line)
    length += line.length
    if (length >= headBytes) break
  }
  input.destroy()
  return Buffer.from(found.join('\n'), 'latin1')
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

/** Encodings without a mark and without rules that would give a text of another one away. */
type LegacyEncoding = 'gb18030' | 'big5' | 'windows-1252'

/**
 * How many of the characters beyond ASCII are such as texts of an encoding mostly have: of Chinese those that its
 * makers sorted among the common ones, of European languages letters inside words. Bytes of one read as another are rare
 * characters and marks.
 * @returns from 0 to 1; 0 where all is ASCII
 */
function measureCommonShare(bytes: Buffer, encoding: LegacyEncoding): number {
  return encoding === 'windows-1252'
    ? measureLetterShare(bytes)
    : measurePairShare(bytes, isCommonPair[encoding])
}

/** Whether a pair of bytes is a common character: levels 1 of GB 2312 and of Big5, and punctuation. */
const isCommonPair = {
  gb18030: (lead: number, trail: number) =>
    trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3)),
  big5: (lead: number, trail: number) => lead >= 0xa1 && lead <= 0xc6 && (trail <= 0x7e || trail >= 0xa1),
}

function measurePairShare(bytes: Buffer, isCommon: (lead: number, trail: number) => boolean): number {
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

function measureLetterShare(bytes: Buffer): number {
  let all = 0
  let letters = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    all += 1
    if (isLetter(byte) && (isPlainLetter(bytes[at - 1]) || isPlainLetter(bytes[at + 1]))) letters += 1
  }
  return all === 0 ? 0 : letters / all
}
