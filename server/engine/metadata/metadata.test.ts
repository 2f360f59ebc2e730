import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { is, isPresent, visibleAndRequiredWhen, visibleWhen } from '#contract/conditions.ts'
import { f } from '#contract/fields.ts'
import { checkForm } from '#contract/form/check-form.ts'
import { cleanValues } from '#contract/form/clean-values.ts'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import { removeHiddenFields } from '#contract/form/visibility.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { defineModule } from '#contract/module-definition.ts'
import { exclusiveOption, implies, minutesBetween, sameAsRelated } from '#contract/rules.ts'
import type { Caller } from '#server/http/caller.ts'
import { label, options } from '../../../tests/support/form-fields.ts'
import { allow } from '../schema/permissions.ts'
import { describeModule } from './metadata.ts'
import { createRegistry } from '../schema/registry.ts'
import { serverModule } from '../schema/server-module.ts'

const sizes = options('small', 'large')

const rooms = defineModule({
  name: 'test_rooms',
  label: label('Rooms'),
  group: 'content',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label: label('Name'), required: true }),
    size: f.enum({ label: label('Size'), typeCode: 'size', options: sizes }),
    rent: f.integer({ label: label('Rent') }),
  },
})

const meetings = defineModule({
  name: 'test_meetings',
  label: label('Meetings'),
  group: 'forms',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label: label('Name'), required: true, min: 2, max: 9, pattern: '^[a-z]+$' }),
    guests: f.list(f.enum({ label: label('Guest'), typeCode: 'guest', options: options('li', 'wang') }), {
      label: label('Guests'),
      min: 2,
      distinct: true,
      messages: { min: 'side_meeting.guests.min3' },
    }),
    state: f.enum({
      label: label('State'),
      typeCode: 'state',
      default: 'new',
      options: options('new', 'done'),
    }),
    from: f.time({ label: label('From') }),
    to: f.time({ label: label('To') }),
    size: f.enum({ label: label('Size'), typeCode: 'size', options: sizes }),
    room: f.relation('test_rooms', {
      label: label('Room'),
      filter: [
        { param: 'rent', op: 'lt', value: 100 },
        { param: 'name', op: 'empty', value: false },
      ],
    }),
    food: f.enum_set({ label: label('Food'), typeCode: 'food', options: options('None', 'halal') }),
    other: f.string({
      label: label('Other'),
      conditions: [visibleAndRequiredWhen(is('food', 'halal')), visibleWhen(isPresent('secret'))],
    }),
    allergy: f.string({ label: label('Allergy'), conditions: [visibleAndRequiredWhen(is('food', 'halal'))] }),
    secret: f.string({ label: label('Secret') }),
    price: f.integer({ label: label('Price') }),
  },
  rules: [
    minutesBetween('from', 'to').atLeast(120, 'side_meeting.duration.min2h'),
    exclusiveOption('food', 'None', 'field.choice'),
    sameAsRelated('room', 'size', 'size', 'field.choice'),
    implies([isPresent('secret')], [isPresent('name')], 'name', 'field.empty'),
  ],
  workflow: { field: 'state', initial: 'new' },
  actions: {
    finish: {
      label: label('Finish'),
      from: ['new'],
      to: 'done',
      set: { secret: 'x' },
      fields: ['price', 'secret'],
    },
    erase: { label: label('Erase'), tone: 'negative' },
  },
})

const own = [
  'name',
  'guests',
  'state',
  'from',
  'to',
  'size',
  'room',
  'food',
  'other',
  'allergy',
  'price',
] as const
const registry = createRegistry([
  serverModule(meetings, {
    permissions: {
      anonymous: allow('list read').fields(['name']),
      participant: allow('list read create update')
        .fields(own)
        .writes(own.filter((key) => key !== 'price')),
      staff: allow('list read').fields(['name', 'price']).may('finish'),
      organiser: allow('list read create update').may('finish erase'),
    },
  }),
  serverModule(rooms, {
    permissions: {
      anonymous: allow('list read').fields(['name']),
      participant: allow('list read').fields(['name']),
      organiser: allow('list read'),
    },
  }),
])

type Role = 'anonymous' | 'participant' | 'staff' | 'organiser'

function describeTo(role: Role, grants: readonly string[] = []): ModuleMetadata {
  const caller: Caller =
    role === 'anonymous'
      ? { kind: 'anonymous' }
      : { kind: 'user', id: role, role, isAdministrator: false, grants }
  return describeModule(caller, registry.get('test_meetings'), registry)
}

const keysOf = (schema: object) => Object.keys((schema as { properties: object }).properties)

describe('what a module tells of its form', () => {
  it('is all of it to who sees all of it', () => {
    const { fields, rules, workflow, actions } = describeTo('organiser')
    const {
      surfaces: _,
      sortable: __,
      filterable: ___,
      searchable: ____,
      unique: _____,
      ...name
    } = meetings.fields.name
    expect(fields['name']).toMatchObject({ ...name, writable: true })
    expect(fields['guests']).toMatchObject({
      min: 2,
      distinct: true,
      messages: { min: 'side_meeting.guests.min3' },
    })
    expect(fields['guests']?.of).toMatchObject({ type: 'enum', options: options('li', 'wang') })
    expect(fields['state']).toMatchObject({ default: 'new', writable: false })
    expect(fields['other']?.conditions).toEqual(meetings.fields.other.conditions)
    expect(fields['room']?.relation).toEqual(meetings.fields.room.relation)
    expect(rules).toEqual(meetings.rules)
    expect(workflow).toEqual(meetings.workflow)
    expect(actions).toEqual({
      finish: { label: label('Finish'), from: ['new'], to: 'done', fields: ['price', 'secret'] },
      erase: { label: label('Erase'), tone: 'negative' },
    })
  })

  it('names no field that the caller does not see, in this module or another', () => {
    const metadata = describeTo('participant')
    expect(JSON.stringify(metadata)).not.toMatch(/secret|rent/)
    expect(metadata.rules.map(({ rule }) => rule)).toEqual(['minutes_between', 'alone'])
    expect(metadata.fields['room']?.relation?.filter).toEqual([{ param: 'name', op: 'empty', value: false }])
    expect(metadata.actions).toEqual({})
  })

  it('hides no field that a condition unknown to the caller may show', () => {
    const { fields } = describeTo('participant')
    expect(fields['other']?.conditions).toEqual([{ when: [is('food', 'halal')], set: { required: true } }])
    expect(fields['allergy']?.conditions).toEqual(meetings.fields.allergy.conditions)
  })

  it('tells deeds without the states and fields that the caller does not see', () => {
    const { workflow, actions } = describeTo('staff')
    expect(workflow).toBeUndefined()
    expect(actions).toEqual({ finish: { label: label('Finish'), fields: ['price'] } })
  })

  it('is for each right of its own what that right sees, in this module and in those it names', () => {
    expect(Object.keys(describeTo('staff').fields)).not.toContain('room')
    const granted = describeTo('staff', ['test_meetings'])
    expect(granted.rules).toEqual((meetings.rules ?? []).filter(({ rule }) => rule !== 'same_as_related'))
    expect(granted.fields['room']?.relation?.filter).toBeUndefined()
    expect(describeTo('organiser').fields['room']?.relation?.filter).toHaveLength(2)
  })

  it('says what may be written, and schemas hold nothing else', () => {
    const { fields, schemas } = describeTo('participant')
    const writable = own.filter((key) => key !== 'price' && key !== 'state')
    expect(Object.keys(fields).filter((key) => fields[key]?.writable)).toEqual(writable)
    expect(keysOf(schemas.create)).toEqual(writable)
    expect(keysOf(schemas.update)).toEqual(['id', 'version', ...writable])
    const nobody = describeTo('anonymous')
    expect(nobody.fields['name']?.writable).toBe(false)
    expect(keysOf(nobody.schemas.create)).toEqual([])
    expect(keysOf(nobody.schemas.update)).toEqual(['id', 'version'])
  })

  it('is enough to find what the server finds [187]', () => {
    const { fields, rules, options: choices } = describeTo('organiser')
    const entries = Object.entries(fields).map(([key, field]) => [
      key,
      { ...field, ...(field.typeCode ? { options: choices[field.typeCode] } : {}) },
    ])
    const told: FormShape = { fields: Object.fromEntries(entries) as FormShape['fields'], rules }
    const word = fc.constantFrom(
      'li',
      'wang',
      'A',
      '',
      '10:00',
      '12:00',
      '11:00',
      'small',
      'None',
      'halal',
      'room1',
    )
    const value = fc.oneof(word, fc.array(word, { maxLength: 3 }), fc.integer(), fc.constant(null))
    const keys = Object.keys(meetings.fields)
    const context = { related: () => ({ size: 'small' }), locale: 'en' as const }
    const all = new Set(keys)
    const problemsOf = (shape: FormShape, row: Values) => {
      const kept = removeHiddenFields(shape, cleanValues(shape, row), context.related)
      return { kept, problems: checkForm(shape, kept, { writable: all, changed: all }, context) }
    }
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value), (row) => {
        expect(problemsOf(told, row)).toEqual(problemsOf(meetings, row))
      }),
      { numRuns: 500 },
    )
  })
})
