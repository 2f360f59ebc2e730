import { describe, expect, it } from 'vitest'
import { is, visibleAndRequiredWhen } from '#contract/conditions.ts'
import { f } from '#contract/fields.ts'
import { defineModule } from '#contract/module-definition.ts'
import { notBefore } from '#contract/rules.ts'
import { serverModules } from '#server/modules/index.ts'
import { checkModules } from './check-modules.ts'
import { createRegistry } from './registry.ts'
import { allow, type ModulePermission } from './permissions.ts'
import { serverModule, type ServerModule } from './server-module.ts'

const label = { 'zh-CN': '名', en: 'Name' }

function moduleWith(grant: ModulePermission, search = 'name'): ServerModule {
  const definition = defineModule({
    name: 'guests',
    label,
    group: 'people',
    titleTemplate: '{{name}}',
    fields: {
      name: f.string({ label, searchable: true, required: true }),
      rank: f.integer({ label, required: true }),
      host: f.relation('guests', { label, search: [search] }),
    },
    defaultSorters: { rank: 'asc' },
  })
  return { definition, permissions: { anonymous: grant } }
}

/** A module whose form has a rule and a condition. */
function moduleWithRules(grant: ModulePermission): ServerModule {
  const definition = defineModule({
    name: 'visits',
    label,
    group: 'people',
    titleTemplate: '{{id}}',
    fields: {
      begins: f.date({ label }),
      ends: f.date({ label }),
      is_vip: f.boolean({ label }),
      note: f.string({ label, conditions: [visibleAndRequiredWhen(is('is_vip', true))] }),
      passport: f.id_number({ label }),
    },
    rules: [notBefore('ends', 'begins', 'field.invalid')],
    actions: { plan: { label, fields: ['begins'] } },
  })
  return { definition, permissions: { participant: grant } }
}

const check = (...modules: ServerModule[]) => checkModules(createRegistry(modules))

describe('the modules', () => {
  it('of this server agree with themselves', () => {
    expect(() => check(...serverModules)).not.toThrow()
  })

  it.each([
    ['an unknown field', allow('list').fields(['name', 'rank', 'nope']), /there is no field nope/],
    ['a search in an unreadable field', allow('list').fields(['rank']), /the search would tell name/],
    ['a search in a masked field', allow('list').masked(['name']), /the search would tell name/],
    ['an order by an unreadable field', allow('list').fields(['name']), /the default order would tell rank/],
  ])('are refused for %s', (_, grant, message) => {
    expect(() => check(moduleWith(grant))).toThrow(message)
  })

  it.each([
    [
      'a rule over a field that its writer does not see',
      allow('update').writes(['begins']).fields(['begins']),
    ],
    ['a condition that asks for one', allow('create').writes(['note']).fields(['begins', 'note'])],
    ['a rule over what an action gives', allow('read').may('plan').fields(['begins'])],
  ])('are refused for %s', (_, grant) => {
    expect(() => check(moduleWithRules(grant))).toThrow(
      /a form would tell (ends|is_vip), which is not readable/,
    )
  })

  it('are refused for a value that may be guessed but not read, and not for an ID number [S4]', () => {
    const guessed = allow('update').masked(['note']).writes(['note'])
    expect(() => check(moduleWithRules(guessed))).toThrow(/an edit would tell whether note was guessed/)
    expect(() =>
      check(moduleWithRules(allow('update').masked(['passport']).writes(['passport']))),
    ).not.toThrow()
    expect(() => check(moduleWithRules(allow('update')))).not.toThrow()
  })

  it('are refused for a relation to nowhere, or a search in what is not there', () => {
    expect(() => check(moduleWith(allow('list'), 'nope'))).toThrow(/guests\.host searches guests\.nope/)
    const { definition } = moduleWith(allow('list'))
    const lost = {
      ...definition,
      name: 'visits',
      fields: { ...definition.fields, host: f.relation('nobody', { label }) },
    }
    expect(() => check({ definition: lost, permissions: {} })).toThrow(/points to the unknown module nobody/)
  })

  it('are refused for a test that can never hold', () => {
    const grant = allow('list').rows({ param: 'rank', value: 'first' })
    expect(() => check(moduleWith(grant))).toThrow(/guests: nothing can be eq "first" in rank/)
  })

  it('are refused for rows that wait from a moment that is none of theirs', () => {
    const waiting = [{ label, rows: [], since: 'sent_at' }]
    expect(() => check({ ...moduleWith(allow('list')), waiting })).toThrow(
      /guests: there is no field sent_at/,
    )
  })

  it('are refused for a publication time that a row may lack, or that is none', () => {
    const { definition } = moduleWith(allow('list'))
    const from = (publishedFrom: string) => ({
      definition: {
        ...definition,
        publishedFrom,
        fields: { ...definition.fields, some_day: f.datetime({ label }) },
      },
      permissions: {},
    })
    expect(() => check(from('some_day'))).toThrow(/guests\.some_day is no required moment/)
    expect(() => check(from('rank'))).toThrow(/guests\.rank is no required moment/)
    expect(() => check(from('created_at'))).not.toThrow()
  })

  it('are refused when two have one name', () => {
    expect(() => check(moduleWith(allow('list')), moduleWith(allow('read')))).toThrow(
      'two modules are named guests',
    )
  })

  it('name their fields under the eyes of the compiler', () => {
    const typed = defineModule({
      name: 'ranks',
      label,
      group: 'people',
      titleTemplate: '{{rank}}',
      fields: { rank: f.integer({ label }) },
    })
    // @ts-expect-error a misspelt field does not compile
    serverModule(typed, { permissions: { staff: allow('list').fields(['rnak']) } })
    // @ts-expect-error nor does an unknown action
    allow('list fly')
    expect(Object.keys(typed.fields)).toContain('rank')
  })
})
