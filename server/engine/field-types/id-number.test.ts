import { expect, test } from 'vitest'
import { f } from '#contract/fields.ts'
import { maskedValue } from '#contract/row.ts'
import { createSecrets, UnsealError } from '#server/secrets/secrets.ts'
import { createBlindIndex, isSameIdNumber, unsealIdNumber } from './id-number.ts'
import { decodeField, encodeField } from './codec.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const secrets = createSecrets({ hmac: key(1), sealBy: 'a', seal: { a: key(2) } })
const others = createSecrets({ hmac: key(3), sealBy: 'a', seal: { a: key(4) } })
const passport = f.id_number({ label: { 'zh-CN': '护照', en: 'Passport' } })
const sealing = { secrets, table: 'guests', rowId: 'g1' }
const number = '11010519491231002X'

test('an ID number is stored sealed, and only its own row opens it', () => {
  const stored = encodeField('passport', passport, ` ${number} `, sealing)
  expect(Object.keys(stored)).toEqual(['passport', 'passport_index'])
  expect(JSON.stringify(stored)).not.toContain('1101051949')
  expect(unsealIdNumber('passport', stored, sealing)).toBe(number)
  expect(() => unsealIdNumber('passport', stored, { ...sealing, rowId: 'g2' })).toThrow(UnsealError)
  expect(() => unsealIdNumber('passport', stored, { ...sealing, table: 'visits' })).toThrow(UnsealError)
  expect(() => unsealIdNumber('passport', { ...stored, other: stored['passport'] }, sealing)).not.toThrow()
  expect(() => unsealIdNumber('other', { other: stored['passport'] }, sealing)).toThrow(UnsealError)
  expect(() => unsealIdNumber('passport', stored, { ...sealing, secrets: others })).toThrow(UnsealError)
})

test('the wire has the mask alone, or null', () => {
  const stored = encodeField('passport', passport, number, sealing)
  expect(decodeField('passport', passport, stored, new Map())).toBe(maskedValue)
  for (const blank of [null, undefined, '', '  ']) {
    const empty = encodeField('passport', passport, blank, sealing)
    expect(empty).toEqual({ passport: null, passport_index: null })
    expect(decodeField('passport', passport, empty, new Map())).toBe(null)
  }
})

test('without keys, masked, or as anything but text none is written', () => {
  expect(() => encodeField('passport', passport, number)).toThrow(/without keys/)
  expect(() => encodeField('passport', passport, maskedValue, sealing)).toThrow(/behind the mask/)
  for (const wrong of [7, {}, [number]])
    expect(() => encodeField('passport', passport, wrong, sealing)).toThrow(/is a text/)
  expect(encodeField('passport', passport, null)).toEqual({ passport: null, passport_index: null })
})

test('written over itself it is no change', () => {
  const stored = encodeField('passport', passport, number, sealing)
  const keeps = (value: unknown) => isSameIdNumber('passport', passport, { value, stored }, sealing)
  expect([maskedValue, number, `${number}1`, null, ''].map(keeps)).toEqual([true, true, false, false, false])
  const empty = { value: maskedValue, stored: { passport: null } }
  expect(isSameIdNumber('passport', passport, empty, sealing)).toBe(false)
  const afterLoss = { ...sealing, secrets: others }
  expect(isSameIdNumber('passport', passport, { value: number, stored }, afterLoss)).toBe(false)
})

test.each([
  ['11010519491231002X', '110105 19491231 002x', true],
  ['E12345678', 'ｅ1234-5678', true],
  ['E12345678', 'E12345679', false],
  ['E12345678', 'E1234567', false],
  ['--', '---', false],
])('the blind index of %s and of %s: alike %s', (one, two, alike) => {
  expect(createBlindIndex(secrets, one) === createBlindIndex(secrets, two)).toBe(alike)
  expect(createBlindIndex(secrets, one)).not.toBe(createBlindIndex(others, one))
})
