import { expect, test } from 'vitest'
import { is, isPresent } from '#contract/conditions.ts'
import type { FieldDefinition } from '#contract/field-definition.ts'
import { f } from '#contract/fields.ts'
import { defineModule, type ModuleDefinition } from '#contract/module-definition.ts'
import { checkModules } from './check-modules.ts'
import { allow, callerRows } from './permissions.ts'
import { createRegistry } from './registry.ts'
import type { ServerModule } from './server-module.ts'

const label = { 'zh-CN': '名', en: 'Name' }
const passport = f.id_number({ label })
const filters = [is('passport', 'E1')]

const definition: ModuleDefinition = defineModule({
  name: 'guests',
  label,
  group: 'people',
  titleTemplate: '{{name}}',
  fields: {
    name: f.string({ label, conditions: [{ when: [isPresent('passport')], set: { required: true } }] }),
    passport,
  },
})

function check(change: Partial<ModuleDefinition>, server: Partial<ServerModule> = {}): () => void {
  const module = { definition: { ...definition, ...change }, permissions: {}, ...server }
  return () => checkModules(createRegistry([module]))
}

const withField = (key: string, field: FieldDefinition) => ({
  fields: { ...definition.fields, [key]: field },
})

test('an ID number may be asked for, and whether there is one', () => {
  const rows = [{ param: 'passport', op: 'empty', value: false }] as const
  expect(check({}, { retention: [{ name: 'x', rows, since: [], hours: 1 }] })).not.toThrow()
  expect(check({}, { permissions: { staff: allow('list').rows(callerRows('name')) } })).not.toThrow()
})

test.each<[string, Partial<ModuleDefinition>, Partial<ServerModule>]>([
  ['a title', { titleTemplate: '{{passport}}' }, {}],
  ['an order', { defaultSorters: { passport: 'asc' } }, {}],
  ['a list of what is public', { published: filters }, {}],
  ['a saved list', { presets: [{ name: 'x', label, filters, sorters: {} }] }, {}],
  ['a sorted list', { presets: [{ name: 'x', label, filters: [], sorters: { passport: 'asc' } }] }, {}],
  ['a rule of uniqueness', { uniques: [{ fields: ['passport'], key: 'x' }] }, {}],
  [
    'what a search finds',
    withField('initials', f.computed({ label, from: { by: 'pinyin_initials', field: 'passport' } })),
    {},
  ],
  ['a condition', withField('name', f.string({ label, conditions: [{ when: filters, set: {} }] })), {}],
  ['a scope', {}, { permissions: { staff: allow('list').rows(is('passport', 'E1')) } }],
  [
    'rows that may be edited',
    {},
    { permissions: { staff: allow('update').editableWhen(is('passport', 'E1')) } },
  ],
  ['retention', {}, { retention: [{ name: 'x', rows: filters, since: [], hours: 1 }] }],
])('nothing tells rows apart by one: %s [S8]', (_, change, server) => {
  expect(check(change, server)).toThrow(/guests\.passport is sealed, so rows cannot be told apart by it/)
})

test.each<Partial<FieldDefinition>>([
  { sortable: true },
  { filterable: true },
  { searchable: true },
  { unique: true },
  { localized: true },
  { default: 'E12345678' },
])('the field itself is refused with %j', (change) => {
  expect(check(withField('passport', { ...passport, ...change }))).toThrow(
    /guests\.passport is sealed: no sort/,
  )
})

test('none lies beside the sealed ones in clear', () => {
  expect(check(withField('passports', f.list(passport, { label })))).toThrow(
    /passports would hold ID numbers in clear/,
  )
  expect(check(withField('passport_index', f.string({ label })))).toThrow(/passport_index is the column/)
})
