import { describe, expect, it } from 'vitest'
import { is, isPresent, overlapping, visibleWhen, type Condition } from '#contract/conditions.ts'
import { f } from '#contract/fields.ts'
import type { FilterItem } from '#contract/filters.ts'
import { defineModule } from '#contract/module-definition.ts'
import {
  exclusiveOption,
  implies,
  minutesBetween,
  noOverlap,
  notBefore,
  oneOfOverlapping,
  sameAsRelated,
  type Rule,
} from '#contract/rules.ts'
import { label, options } from '../../../tests/support/form-fields.ts'
import { findRuleErrors } from './check-rules.ts'
import { allow, callerRows } from './permissions.ts'
import { createRegistry } from './registry.ts'
import type { ServerModule } from './server-module.ts'

const colours = options('red', 'green')
const tracks: ServerModule = {
  definition: defineModule({
    name: 'test_tracks',
    label: label('Tracks'),
    group: 'programme',
    titleTemplate: '{{id}}',
    fields: {
      starts_at: f.datetime({ label: label('Starts') }),
      ends_at: f.datetime({ label: label('Ends') }),
      colour: f.enum({ label: label('Colour'), typeCode: 'colour', options: colours }),
    },
  }),
  permissions: {},
}
const fields = {
  name: f.string({ label: label('Name') }),
  seats: f.integer({ label: label('Seats') }),
  from: f.time({ label: label('From') }),
  to: f.time({ label: label('To') }),
  day: f.date({ label: label('Day') }),
  arrives_at: f.datetime({ label: label('Arrives') }),
  leaves_at: f.datetime({ label: label('Leaves') }),
  colour: f.enum({ label: label('Colour'), typeCode: 'colour', options: colours }),
  food: f.enum_set({ label: label('Food'), typeCode: 'food', options: options('None', 'halal') }),
  picks: f.relations('test_tracks', { label: label('Picks') }),
  priority: f.relation('test_tracks', { label: label('Priority') }),
  friends: f.relations('test_people', { label: label('Friends') }),
}

function faultsOf(extra: {
  rules?: Rule[]
  when?: Condition[]
  filter?: FilterItem[]
  module?: Partial<ServerModule>
}): string[] {
  const definition = defineModule({
    name: 'test_people',
    label: label('People'),
    group: 'people',
    titleTemplate: '{{id}}',
    fields: {
      ...fields,
      note: f.string({
        label: label('Note'),
        conditions: [visibleWhen(...(extra.when ?? [isPresent('name')]))],
      }),
      guide: f.relation('test_tracks', { label: label('Guide'), filter: extra.filter ?? [] }),
    },
    rules: extra.rules ?? [],
  })
  const people: ServerModule = { definition, permissions: {}, ...extra.module }
  return findRuleErrors(people, createRegistry([people, tracks]))
}

describe('tests and rules', () => {
  it('that can be meant are no faults', () => {
    const rules = [
      minutesBetween('from', 'to').atLeast(60, 'k'),
      notBefore('to', 'from', 'k'),
      exclusiveOption('food', 'None', 'k'),
      oneOfOverlapping('priority', 'picks', 'k'),
      noOverlap('picks', 'k'),
      sameAsRelated('priority', 'colour', 'colour', 'k'),
      implies([is('seats', 3)], [is('picks', 't1')], 'name', 'k'),
    ]
    const permissions = {
      participant: allow('list').rows(callerRows('name'), is('colour', 'red')).editableWhen(is('seats', '3')),
    }
    const filter = [is('colour', 'red')]
    expect(faultsOf({ rules, when: [overlapping('picks')], filter, module: { permissions } })).toEqual([])
  })

  it.each<[Condition, RegExp]>([
    [is('colour', 'pink'), /nothing can be eq "pink" in colour/],
    [is('seats', 'many'), /"many" in seats/],
    [{ param: 'seats', op: 'like', value: '3' }, /like "3" in seats/],
    [{ param: 'name', op: 'empty', value: 'perhaps' }, /empty "perhaps" in name/],
    [{ param: 'colour', op: 'in', value: ['red', 'pink'] }, /in \["red","pink"\] in colour/],
    [{ ...is('colour', 'red'), ors: [is('colour', 'pink')] }, /eq "pink" in colour/],
    [overlapping('friends'), /rows of friends take place at no time/],
    [overlapping('name'), /rows of name take place at no time/],
  ])('%j is told as never to hold', (test, told) => {
    expect(faultsOf({ when: [test] })).toEqual([expect.stringMatching(told)])
    expect(faultsOf({ rules: [implies([test], [], 'name', 'k')] })).toEqual([expect.stringMatching(told)])
    expect(faultsOf({ rules: [implies([], [test], 'name', 'k')] })).toEqual([expect.stringMatching(told)])
  })

  it.each<[string, Parameters<typeof faultsOf>[0]]>([
    ['a relation’s filter', { filter: [is('colour', 'pink')] }],
    ['the rows of a grant', { module: { permissions: { staff: allow('list').rows(is('colour', 'pink')) } } }],
    [
      'rows that may be edited',
      { module: { permissions: { staff: allow('list').editableWhen(is('colour', 'pink')) } } },
    ],
    [
      'an exclusion',
      {
        module: {
          exclusions: [
            { same: ['day'], from: 'from', to: 'to', where: [is('colour', 'pink')], path: 'day', key: 'k' },
          ],
        },
      },
    ],
    [
      'a capacity',
      {
        module: {
          capacities: [{ relation: 'priority', limit: 'seats', where: [is('colour', 'pink')], key: 'k' }],
        },
      },
    ],
    [
      'retention',
      {
        module: { retention: [{ name: 'x', rows: [is('colour', 'pink')], since: ['forum_end'], hours: 1 }] },
      },
    ],
    [
      'what waits',
      { module: { waiting: [{ label: label('Waiting'), rows: [is('colour', 'pink')], since: 'day' }] } },
    ],
  ])('are looked at in %s', (_, extra) => {
    expect(faultsOf(extra)).toEqual(['test_people: nothing can be eq "pink" in colour'])
  })

  it('of overlaps that can be compared are no faults', () => {
    const overlaps = [{ relations: ['priority', 'picks'], from: 'arrives_at', to: 'leaves_at', key: 'k' }]
    expect(faultsOf({ module: { overlaps } })).toEqual([])
  })

  it.each([
    { relations: ['priority', 'friends'], from: 'arrives_at', to: 'leaves_at' },
    { relations: ['name'], from: 'arrives_at', to: 'leaves_at' },
    { relations: ['priority', 'picks'], from: 'from', to: 'to' },
  ])('tell overlaps that cannot be compared: %j', (rule) => {
    const overlaps = [{ ...rule, key: 'k' }]
    expect(faultsOf({ module: { overlaps } })).toEqual([
      'test_people: the overlaps k need two moments and relations to one module',
    ])
  })

  it('tell a name that is no field of the module asked', () => {
    expect(faultsOf({ filter: [is('name', 'x')] })).toEqual(['test_people: there is no field name'])
  })

  it.each<[Rule]>([
    [minutesBetween('from', 'day').atLeast(60, 'k')],
    [notBefore('from', 'day', 'k')],
    [notBefore('name', 'name', 'k')],
    [exclusiveOption('colour', 'red', 'k')],
    [exclusiveOption('food', 'nothing', 'k')],
    [oneOfOverlapping('priority', 'friends', 'k')],
    [oneOfOverlapping('friends', 'friends', 'k')],
    [oneOfOverlapping('friends', 'picks', 'k')],
    [noOverlap('friends', 'k')],
    [sameAsRelated('priority', 'nowhere', 'colour', 'k')],
    [sameAsRelated('priority', 'colour', 'seats', 'k')],
    [sameAsRelated('name', 'colour', 'colour', 'k')],
  ])('%j asks for fields of another type', (rule) => {
    expect(faultsOf({ rules: [rule] })).toEqual([
      `test_people: the rule ${rule.rule} at ${rule.path} asks for fields of another type`,
    ])
  })
})
