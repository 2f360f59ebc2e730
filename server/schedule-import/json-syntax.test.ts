import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidScheduleError } from './schedule.ts'
import { parseJson } from './json-syntax.ts'

function faultOf(text: string) {
  try {
    parseJson(text)
  } catch (error) {
    if (!(error instanceof InvalidScheduleError)) throw error
    return { key: error.issue.messages[0]?.key, ...error.issue.position }
  }
  return undefined
}

/** The value, or an empty object after an error. */
function tryParse(parse: () => unknown): { value?: unknown } {
  try {
    return { value: parse() }
  } catch {
    return {}
  }
}

describe('JSON that is not well formed', () => {
  it.each([
    ['{"a": 1,\n "b": [1, 2', { key: 'json.cut_off', line: 2, column: 12 }],
    ['{"a": "x', { key: 'json.cut_off', line: 1, column: 9 }],
    ['{"a": 1,}', { key: 'json.syntax', line: 1, column: 9 }],
    ['[1,\n 2 3]', { key: 'json.syntax', line: 2, column: 4 }],
    ['{"a": tru }', { key: 'json.syntax', line: 1, column: 7 }],
    ['{"a": "line\nend"}', { key: 'json.syntax', line: 1, column: 12 }],
    ['{"a": 1} x', { key: 'json.trailing', line: 1, column: 10 }],
    ['{a: 1}', { key: 'json.syntax', line: 1, column: 2 }],
  ])('%j is refused with its place', (text, fault) => {
    expect(faultOf(text)).toEqual(fault)
  })

  it('is refused before anything walks a nesting of ten million', () => {
    expect(faultOf('['.repeat(10_000_000))?.key).toBe('json.too_deep')
  })
})

describe('the scan and JSON.parse', () => {
  it('agree on every text', () => {
    const shallow = fc.json({ maxDepth: 5 })
    const damaged = fc
      .tuple(shallow, fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '\\', '0', ' '))
      .map(
        ([text, at, put]) =>
          text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1),
      )
    fc.assert(
      fc.property(fc.oneof(shallow, damaged), (text) => {
        expect(tryParse(() => parseJson(text))).toEqual(tryParse(() => JSON.parse(text)))
      }),
      { numRuns: 500 },
    )
  })
})
