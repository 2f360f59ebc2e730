import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { label, options } from '../../tests/support/form-fields.ts'
import {
  is,
  isPresent,
  isNoneOf,
  isOneOf,
  visibleAndRequiredWhen,
  overlapping,
  visibleWhen,
  type FieldCondition,
} from '../conditions.ts'
import { f } from '../fields.ts'
import type { FindRelatedRow, FormShape } from './form-shape.ts'
import { removeHiddenFields, isRequired, isVisible } from './visibility.ts'

const vehicles = options('fly', 'train', 'by self')
const required: FieldCondition = { when: [is('hotel', true)], set: { required: true } }

/** As a traveller is asked: a number of the train, a station by the vehicle, a room only with a hotel. */
const travel: FormShape = {
  fields: {
    // Asked for before the field it depends on.
    other_food: f.string({
      label: label('Other'),
      conditions: [visibleAndRequiredWhen(is('food', 'other'))],
    }),
    station: f.enum({
      label: label('Station'),
      typeCode: 's',
      options: options('north', 'south'),
      conditions: [visibleAndRequiredWhen(isOneOf('vehicle', ['fly', 'train']))],
    }),
    platform: f.string({ label: label('Platform'), conditions: [visibleWhen(isPresent('station'))] }),
    pickup: f.boolean({ label: label('Pickup'), required: true }),
    vehicle: f.enum({
      label: label('Vehicle'),
      typeCode: 'v',
      options: vehicles,
      conditions: [visibleAndRequiredWhen(is('pickup', true))],
    }),
    hotel: f.boolean({ label: label('Hotel') }),
    memo: f.text({ label: label('Memo'), conditions: [required] }),
    food: f.enum_set({ label: label('Food'), typeCode: 'f', options: options('none', 'other') }),
    companions: f.list(f.string({ label: label('Name') }), {
      label: label('Companions'),
      conditions: [
        visibleWhen(is('hotel', true), isNoneOf('vehicle', ['by self'])),
        visibleWhen(is('pickup', true)),
      ],
    }),
  },
}
/** Two fields that wait for each other, and one for itself. */
const cyclic = (first: string, second: string): FormShape => ({
  fields: {
    [first]: f.string({ label: label('A'), conditions: [visibleWhen(isPresent(second))] }),
    [second]: f.string({ label: label('B'), conditions: [visibleWhen(isPresent(first))] }),
    own: f.string({ label: label('C'), conditions: [visibleWhen(isPresent('own'))] }),
  },
})
const nobody: FindRelatedRow = () => undefined

describe('a field with conditions', () => {
  it.each([
    ['station', { pickup: true, vehicle: 'fly' }, true, true],
    ['station', { pickup: true, vehicle: 'by self' }, false, false],
    ['station', { pickup: false, vehicle: 'fly' }, false, false],
    ['platform', { pickup: true, vehicle: 'fly', station: 'north' }, true, false],
    ['platform', { pickup: true, vehicle: 'by self', station: 'north' }, false, false],
    ['platform', { pickup: false, vehicle: 'fly', station: 'north' }, false, false],
    ['platform', { pickup: true, vehicle: 'fly' }, false, false],
    ['memo', { hotel: true }, true, true],
    ['memo', { hotel: false }, true, false],
    ['pickup', {}, true, true],
    ['other_food', { food: ['none', 'other'] }, true, true],
    ['other_food', { food: ['none'] }, false, false],
    ['companions', { hotel: true }, true, false],
    ['companions', { hotel: true, pickup: true, vehicle: 'by self' }, true, false],
    ['companions', { hotel: false }, false, false],
    ['nowhere', {}, true, false],
  ])('%s of %j: shown %s, required %s', (key, values, shown, needed) => {
    expect(isVisible(travel, key, values, nobody)).toBe(shown)
    expect(isRequired(travel, key, values, nobody)).toBe(needed)
  })

  it('that is hidden loses its value, and so does what depends on it', () => {
    const values = {
      pickup: false,
      vehicle: 'fly',
      station: 'north',
      platform: '2',
      companions: ['Li'],
      hotel: null,
    }
    expect(removeHiddenFields(travel, values, nobody)).toEqual({
      pickup: false,
      vehicle: null,
      station: null,
      platform: null,
      companions: [],
      hotel: null,
      other_food: null,
    })
  })

  it('stays hidden when two wait for each other, however they are named and asked', () => {
    const values = { a: 'x', b: 'y', own: 'z' }
    for (const shape of [cyclic('a', 'b'), cyclic('b', 'a')])
      expect(removeHiddenFields(shape, values, nobody)).toEqual({ a: null, b: null, own: null })
  })

  it('may ask whether named rows take place at the same time', () => {
    const shape: FormShape = {
      fields: {
        picks: f.relations('tracks', { label: label('Picks') }),
        priority: f.relation('tracks', {
          label: label('Priority'),
          conditions: [visibleAndRequiredWhen(overlapping('picks'))],
        }),
      },
    }
    const times: Record<string, [string, string]> = {
      a: ['2023-09-06T01:00:00Z', '2023-09-06T03:00:00Z'],
      b: ['2023-09-06T02:00:00Z', '2023-09-06T04:00:00Z'],
      c: ['2023-09-06T03:00:00Z', '2023-09-06T05:00:00Z'],
    }
    const related: FindRelatedRow = (module, id) =>
      module === 'tracks' && times[id] ? { starts_at: times[id][0], ends_at: times[id][1] } : undefined
    expect(isRequired(shape, 'priority', { picks: ['a', 'b'] }, related)).toBe(true)
    expect(isRequired(shape, 'priority', { picks: ['a', 'c'] }, related)).toBe(false)
    expect(isRequired(shape, 'priority', { picks: ['a', 'a'] }, related)).toBe(false)
    expect(isRequired(shape, 'priority', { picks: ['a', 'unknown'] }, related)).toBe(false)
    expect(isRequired(shape, 'priority', { picks: ['c', 'b', 'a'] }, related)).toBe(true)
    expect(removeHiddenFields(shape, { picks: ['a'], priority: 'a' }, related)).toEqual({
      picks: ['a'],
      priority: null,
    })
  })

  it('is decided alike before and after what is hidden was dropped', () => {
    const values = fc.record({
      pickup: fc.constantFrom(true, false, null),
      vehicle: fc.constantFrom('fly', 'train', 'by self', null),
      station: fc.constantFrom('north', null),
      platform: fc.constantFrom('2', null),
      hotel: fc.constantFrom(true, false, null),
      food: fc.constantFrom([], ['none'], ['other']),
      other_food: fc.constantFrom('x', null),
      companions: fc.constantFrom([], ['Li']),
    })
    fc.assert(
      fc.property(values, (row) => {
        const kept = removeHiddenFields(travel, row, nobody)
        expect(removeHiddenFields(travel, kept, nobody)).toEqual(kept)
        for (const key of Object.keys(travel.fields)) {
          expect(isVisible(travel, key, kept, nobody)).toBe(isVisible(travel, key, row, nobody))
          expect(isRequired(travel, key, kept, nobody)).toBe(isRequired(travel, key, row, nobody))
        }
      }),
    )
  })
})
