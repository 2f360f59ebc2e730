import { describe, expect, it } from 'vitest'
import { decodeSchedule, maxFileBytes } from './decode.ts'
import { InvalidScheduleError } from './schedule.ts'

const text = '{"title":"论坛 Forum é"}'

function utf16(bigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

function refusalOf(bytes: Uint8Array) {
  try {
    decodeSchedule(bytes)
  } catch (error) {
    if (error instanceof InvalidScheduleError) return error.issue
    throw error
  }
  return undefined
}

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little endian', utf16(false)],
    ['UTF-16, big endian', utf16(true)],
  ])('is read from %s', (_, bytes) => {
    expect(decodeSchedule(bytes)).toBe(text)
  })

  it('has no control characters but tabs and line ends, and no half characters', () => {
    const bytes = Buffer.from('{"a":"x\u000b\u0000y\u007f\tz"}\r\n')
    expect(decodeSchedule(bytes)).toBe('{"a":"xy\tz"}\r\n')
  })
})

describe('a file that is refused', () => {
  it.each([
    ['empty', Buffer.alloc(0), 'file.empty', {}],
    ['of blanks', Buffer.from('\ufeff \n'), 'file.empty', {}],
    ['in Latin-1', Buffer.from('{\n"title":"caf\xe9"}', 'latin1'), 'file.not_utf8', { line: 2 }],
    [
      'in GB18030',
      Buffer.from([0x7b, 0x22, 0xc2, 0xdb, 0xcc, 0xb3, 0x22, 0x7d]),
      'file.not_utf8',
      { line: 1 },
    ],
    ['in UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'file.utf16_unmarked', {}],
    [
      'that names another encoding than it is in',
      Buffer.from('<?xml version="1.0" encoding="GB2312"?><schedule>论坛</schedule>'),
      'file.encoding_declared',
      { line: 1 },
    ],
    ['above 50 MB', Buffer.alloc(maxFileBytes + 1, 0x20), 'file.too_large', {}],
  ])('is one %s', (_, bytes, key, position) => {
    const fault = refusalOf(bytes)
    expect(fault?.messages.map((problem) => problem.key)).toEqual([key])
    expect(fault?.position).toEqual(position)
  })
})
