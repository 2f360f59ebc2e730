import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { label, options } from '../../tests/support/form-fields.ts'
import { is } from '../conditions.ts'
import { f } from '../fields.ts'
import {
  exclusiveOption,
  implies,
  minutesBetween,
  noOverlap,
  notBefore,
  oneOfOverlapping,
  sameAsRelated,
  type Rule,
} from '../rules.ts'
import { overlaps } from '../time.ts'
import { isRuleSatisfied } from './check-rules.ts'
import type { FindRelatedRow, FormShape, Values } from './form-shape.ts'
import { hasOverlap } from './intervals.ts'

const shape: FormShape = {
  fields: {
    from: f.time({ label: label('From') }),
    to: f.time({ label: label('To') }),
    entry_at: f.date({ label: label('Entry') }),
    leave_at: f.date({ label: label('Leave') }),
    opens_at: f.datetime({ label: label('Opens') }),
    closes_at: f.datetime({ label: label('Closes') }),
    food: f.enum_set({ label: label('Food'), typeCode: 'f', options: options('None', 'halal') }),
    ceremony: f.boolean({ label: label('Ceremony') }),
    may_attend: f.boolean({ label: label('May attend') }),
    picks: f.relations('tracks', { label: label('Picks') }),
    priority: f.relation('tracks', { label: label('Priority') }),
    room: f.relation('rooms', { label: label('Room') }),
    room_size: f.enum({ label: label('Size'), typeCode: 's', options: options('50-100', '250') }),
  },
}
const hour = (number: number) => `2023-09-06T${String(number).padStart(2, '0')}:00:00Z`
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** a and b overlap, c touches b, d and e overlap, f is alone. */
const tracks: Record<string, Values> = {
  a: { starts_at: hour(1), ends_at: hour(3) },
  b: { starts_at: hour(2), ends_at: hour(4) },
  c: { starts_at: hour(4), ends_at: hour(5) },
  d: { starts_at: hour(6), ends_at: hour(8) },
  e: { starts_at: hour(7), ends_at: hour(8) },
  f: { starts_at: hour(9), ends_at: hour(9) },
}
const rooms: Record<string, Values> = { small: { size: '50-100' }, large: { size: '250' } }
const related: FindRelatedRow = (module, id) => (module === 'tracks' ? tracks[id] : rooms[id])

const twoHours = minutesBetween('from', 'to').atLeast(120, 'k')
const leave = notBefore('leave_at', 'entry_at', 'k')
const close = notBefore('closes_at', 'opens_at', 'k')
const none = exclusiveOption('food', 'None', 'k')
const invited = implies([is('ceremony', true)], [is('may_attend', true)], 'ceremony', 'k')
const priority = oneOfOverlapping('priority', 'picks', 'k')
const apart = noOverlap('picks', 'k')
const sized = sameAsRelated('room', 'size', 'room_size', 'k')

describe('a rule', () => {
  it.each<[Rule, Values, boolean]>([
    [twoHours, { from: '10:00', to: '12:00' }, true],
    [twoHours, { from: '10:00', to: '11:59' }, false],
    [twoHours, { from: '12:00', to: '10:00' }, false],
    [twoHours, { from: '23:00', to: '01:30' }, false],
    [twoHours, { from: '10:00', to: null }, true],
    [leave, { entry_at: '2023-09-05', leave_at: '2023-09-05' }, true],
    [leave, { entry_at: '2023-09-05', leave_at: '2023-09-04' }, false],
    [leave, { entry_at: '2023-09-05', leave_at: null }, true],
    [close, { opens_at: '2023-09-06T10:00+08:00', closes_at: '2023-09-06T03:00:00Z' }, true],
    [close, { opens_at: '2023-09-06T10:00+08:00', closes_at: '2023-09-06T01:59:00Z' }, false],
    [none, { food: ['None'] }, true],
    [none, { food: ['halal', 'None'] }, false],
    [none, { food: ['halal'] }, true],
    [none, { food: [] }, true],
    [invited, { ceremony: true, may_attend: true }, true],
    [invited, { ceremony: true, may_attend: false }, false],
    [invited, { ceremony: true, may_attend: null }, false],
    [invited, { ceremony: false, may_attend: false }, true],
    [invited, { ceremony: null, may_attend: null }, true],
    [priority, { picks: ['a', 'b'], priority: 'a' }, true],
    [priority, { picks: ['a', 'b', 'c'], priority: 'c' }, false],
    [priority, { picks: ['a', 'b'], priority: 'd' }, false],
    [priority, { picks: ['a', 'b', 'd', 'e'], priority: 'e' }, true],
    [priority, { picks: ['a', 'c'], priority: 'a' }, false],
    [priority, { picks: [], priority: 'a' }, false],
    [priority, { picks: ['a', 'b'], priority: null }, true],
    [apart, { picks: ['a', 'c', 'd', 'f'] }, true],
    [apart, { picks: ['a', 'c', 'b'] }, false],
    [apart, { picks: ['a', 'a'] }, true],
    [apart, { picks: [] }, true],
    [sized, { room: 'small', room_size: '50-100' }, true],
    [sized, { room: 'small', room_size: '250' }, false],
    [sized, { room: 'unknown', room_size: '250' }, true],
    [sized, { room: null, room_size: '250' }, true],
    [sized, { room: 'small', room_size: null }, true],
  ])('%j of %j holds: %s [T34, T36]', (rule, values, expected) => {
    expect(isRuleSatisfied(shape, rule, values, related)).toBe(expected)
  })

  it('needs 120 minutes from one time to another of the same day, whichever they are [T32]', () => {
    const minute = fc.nat(1439)
    fc.assert(
      fc.property(minute, minute, (from, to) => {
        const values = { from: clock(from), to: clock(to) }
        expect(isRuleSatisfied(shape, twoHours, values, related)).toBe(to - from >= 120)
      }),
    )
  })

  it('finds spans that overlap as comparing each with each does', () => {
    const span = fc
      .tuple(fc.nat(8), fc.integer({ min: 1, max: 4 }))
      .map(([start, length]) => ({ id: '', starts_at: hour(start), ends_at: hour(start + length) }))
    const spans = fc.array(span, { maxLength: 5 })
    fc.assert(
      fc.property(spans, (all) => {
        const naive = all.some((one, index) => all.slice(index + 1).some((other) => overlaps(one, other)))
        expect(hasOverlap(all)).toBe(naive)
      }),
    )
  })
})
