import { expect, test } from 'vitest'
import { toTelUrl, formatDistance, isDestination, getKindLabel } from './place-format.ts'
import { parseTravelGuideSearch } from './queries.ts'

/** Returns key and values instead of a text. */
const t = ((key: string, values: object) => `${key} ${Object.values(values).join()}`) as never

test.each([
  [0, ''],
  [null, ''],
  [undefined, ''],
  [650, 'metres 650'],
  [1200, 'kilometres 1.2'],
  [2000, 'kilometres 2'],
  [12_400, 'kilometres 12'],
])('%s metres read as %j', (metres, text) => expect(formatDistance(t, metres)).toBe(text))

test('a number is dialled without blanks and marks', () => {
  expect(toTelUrl('110')).toBe('tel:110')
  expect(toTelUrl('+86 (512) 1234-567')).toBe('tel:+865121234567')
})

test('nobody is driven to a number or to a desk inside the venue; an unknown kind is a place', () => {
  expect(isDestination({ kind: 'emergency' })).toBe(false)
  expect(isDestination({ kind: 'help' })).toBe(false)
  expect(isDestination({ kind: 'hotel' })).toBe(true)
  expect(isDestination({ kind: 'pier' })).toBe(true)
  expect(getKindLabel('pier')).toBeUndefined()
})

test('the address says whose card is open, and nothing else', () => {
  expect(parseTravelGuideSearch({ taxi: 'venue', more: 'x' })).toEqual({ taxi: 'venue' })
  expect(parseTravelGuideSearch({ taxi: 42 })).toEqual({ taxi: '42' })
  for (const taxi of [undefined, '', true, ['a'], {}]) expect(parseTravelGuideSearch({ taxi })).toEqual({})
})
