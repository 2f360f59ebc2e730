import { describe, expect, it } from 'vitest'
import { label, options } from '../../tests/support/form-fields.ts'
import { is, visibleAndRequiredWhen, visibleWhen } from '../conditions.ts'
import { f } from '../fields.ts'
import { exclusiveOption, minutesBetween } from '../rules.ts'
import { checkForm } from './check-form.ts'
import type { FormShape, Values } from './form-shape.ts'

const meeting: FormShape = {
  fields: {
    name: f.string({
      label: label('Name'),
      required: true,
      max: 5,
      messages: { required: 'registration.required' },
    }),
    title: f.string({ label: label('Title'), required: true, localized: true }),
    guests: f.list(f.string({ label: label('Guest') }), {
      label: label('Guests'),
      required: true,
      min: 3,
      distinct: true,
      messages: { min: 'side_meeting.guests.min3' },
    }),
    from: f.time({ label: label('From'), required: true }),
    to: f.time({ label: label('To'), required: true }),
    hotel: f.boolean({ label: label('Hotel') }),
    room: f.string({ label: label('Room'), conditions: [visibleAndRequiredWhen(is('hotel', true))] }),
    nights: f.integer({
      label: label('Nights'),
      required: true,
      conditions: [visibleWhen(is('hotel', true))],
    }),
    food: f.enum_set({ label: label('Food'), typeCode: 'f', options: options('None', 'halal') }),
    price: f.integer({ label: label('Price'), required: true }),
  },
  rules: [
    minutesBetween('from', 'to').atLeast(120, 'side_meeting.duration.min2h'),
    exclusiveOption('food', 'None', 'travel.food_none'),
  ],
}
const everything = new Set(Object.keys(meeting.fields))
/** The price is the server's. */
const writable = new Set([...everything].filter((key) => key !== 'price'))
const right: Values = {
  name: 'Li',
  title: { 'zh-CN': '标题', en: 'Title' },
  guests: ['a', 'b', 'c'],
  from: '10:00',
  to: '12:00',
  hotel: false,
  room: null,
  food: ['halal'],
  price: null,
}

function told(values: Values, given: ReadonlySet<string> = everything): Record<string, string> {
  const problems = checkForm(
    meeting,
    values,
    { writable, changed: given },
    { related: () => undefined, locale: 'en' },
  )
  return Object.fromEntries(problems.map(({ path, key }) => [path, key]))
}

describe('a form', () => {
  it('that is right has no problems', () => {
    expect(told(right)).toEqual({})
  })

  it.each<[string, Values, Record<string, string>]>([
    ['a missing value by its own text', { name: null }, { name: 'registration.required' }],
    ['a missing map', { title: null }, { title: 'field.empty' }],
    ['empty texts in both languages', { title: { 'zh-CN': '', en: '' } }, { title: 'field.empty' }],
    ['a missing language', { title: { 'zh-CN': '标题', en: '' } }, { 'title.en': 'field.empty' }],
    ['no guests', { guests: [] }, { guests: 'side_meeting.guests.min3' }],
    ['a guest named twice', { guests: ['a', 'b', 'a'] }, { 'guests.2': 'field.repeated' }],
    ['a wrong value', { name: ['Li'] }, { name: 'field.not_valid' }],
    ['a language that is none of ours', { title: { fr: '' } }, { title: 'field.not_valid' }],
    ['an empty text for a number', { price: '' }, { price: 'field.not_valid' }],
    ['a rule', { to: '11:00' }, { to: 'side_meeting.duration.min2h' }],
    ['a rule once the value is one', { to: '11' }, { to: 'field.not_valid' }],
    ['a rule only with both values', { to: null }, { to: 'field.empty' }],
    ['what a condition needs', { hotel: true }, { room: 'field.empty', nights: 'field.empty' }],
    [
      'everything at once, in the order of the fields',
      { name: 'Li Si 李四', to: '11:00', food: ['None', 'halal'], guests: null },
      {
        name: 'field.too_long',
        guests: 'side_meeting.guests.min3',
        to: 'side_meeting.duration.min2h',
        food: 'travel.food_none',
      },
    ],
  ])('tells %s', (_, values, expected) => {
    expect(told({ ...right, ...values })).toEqual(expected)
  })

  it('tells one problem for a path, the first', () => {
    const food = { ...right, food: ['None', 'None'] }
    expect(told(food)).toEqual({ 'food.1': 'field.repeated' })
    expect(Object.keys(told({ ...right, to: '09:00' }))).toEqual(['to'])
  })

  it('looks at values and rules of given fields only, and at every missing one', () => {
    const old: Values = {
      ...right,
      name: 'much too long',
      from: '11:30',
      food: ['None', 'halal'],
      guests: [],
    }
    expect(told(old, new Set(['hotel']))).toEqual({ guests: 'side_meeting.guests.min3' })
    expect(told(old, new Set(['to']))).toMatchObject({ to: 'side_meeting.duration.min2h' })
  })

  it('wants no value that the caller cannot write', () => {
    const problems = checkForm(
      meeting,
      { ...right, name: null },
      { writable: new Set(['hotel']), changed: new Set() },
      { related: () => undefined, locale: 'en' },
    )
    expect(problems).toEqual([])
  })

  it('names labels in the reader’s language', () => {
    const problems = checkForm(
      meeting,
      { ...right, to: '11:00', name: null },
      { writable, changed: writable },
      { related: () => undefined, locale: 'zh-CN' },
    )
    expect(problems).toEqual([
      { path: 'name', key: 'registration.required', params: { label: 'Name（中）' } },
      { path: 'to', key: 'side_meeting.duration.min2h', params: { label: 'To（中）' } },
    ])
  })

  it('meets names that every object has, and fields that there are not, unmoved', () => {
    const given = new Set(['__proto__', 'constructor', 'nowhere'])
    const values = { ...right, constructor: 1, nowhere: 2 }
    expect(told(values, given)).toEqual({})
  })
})
