import { assert, property, string, stringMatching, uniqueArray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createProgramme, sessionRow } from '../sessions/programme.fixture.ts'
import { resolveTransferCodes, parseTransferCode, encodeTransferCode } from './transfer-code.ts'

const programmeWith = (ids: readonly string[]) =>
  createProgramme(...ids.map((id) => sessionRow({ id }))).items

function transfer(ids: readonly string[], known: readonly string[]) {
  const carried = parseTransferCode(`#${encodeTransferCode(ids)}`)
  if (carried.kind !== 'sessions') throw new Error(carried.kind)
  const { found, unknown } = resolveTransferCodes(programmeWith(known), carried.codes)
  return { ids: found.map((item) => item.id).toSorted(), unknown }
}

const id = stringMatching(/^[A-Za-z0-9_-]{1,64}$/)

describe('an agenda in an address', () => {
  test('comes out as it went in', () => {
    assert(
      property(uniqueArray(id, { minLength: 1, maxLength: 60 }), (ids) => {
        expect(transfer(ids, ids)).toEqual({ ids: ids.toSorted(), unknown: 0 })
      }),
    )
  })

  test('names only sessions of this programme; the others are counted [299]', () => {
    expect(transfer(['opening', 'storage', 'elsewhere'], ['opening', 'storage', 'closing'])).toEqual({
      ids: ['opening', 'storage'],
      unknown: 1,
    })
    expect(transfer(['of', 'another', 'forum'], ['opening'])).toEqual({ ids: [], unknown: 3 })
  })

  test('is short: a hundred sessions fit into a code that a camera reads', () => {
    const ids = Array.from({ length: 100 }, (_, index) => `a-long-name-of-a-session-${index}`)
    expect(encodeTransferCode(ids).length).toBe(1 + 600 + 4)
    expect(encodeTransferCode(ids)).toMatch(/^[\w-]+$/)
  })

  test('keeps 5,000 sessions apart', () => {
    const ids = Array.from({ length: 5000 }, (_, index) => `session-${index}`)
    expect(transfer(ids, ids).ids).toHaveLength(5000)
  })
})

describe('a fragment that is none', () => {
  const complete = encodeTransferCode(['opening', 'storage'])
  const wrong = {
    'cut off': complete.slice(0, -1),
    'cut by a session': complete.slice(0, -6),
    'with a letter changed': `1${complete[1] === 'A' ? 'B' : 'A'}${complete.slice(2)}`,
    'of a later form': `2${complete.slice(1)}`,
    hostile: '<script>alert(1)</script>',
    'of broken percent signs': '%E0%A4%A',
    'with lone surrogates': '\ud800\udfff\ud800',
    'of 10,000 sessions': encodeTransferCode(Array.from({ length: 10_000 }, (_, index) => String(index))),
    'of a million characters': 'A'.repeat(1_000_000),
    'without a session': encodeTransferCode([]),
  }
  for (const [name, fragment] of Object.entries(wrong)) {
    test(`is refused: ${name}`, () => expect(parseTransferCode(fragment)).toEqual({ kind: 'damaged' }))
  }

  test('is told apart from none at all', () => {
    expect(parseTransferCode('')).toEqual({ kind: 'empty' })
    expect(parseTransferCode('#')).toEqual({ kind: 'empty' })
  })

  test('never throws', () => {
    assert(
      property(string(), (text) => {
        expect(['damaged', 'empty', 'sessions']).toContain(parseTransferCode(text).kind)
      }),
    )
  })
})
