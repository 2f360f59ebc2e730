import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { categoriesQuery, getOptions, moduleOptionsQuery, modulesQuery } from './module-queries.ts'
import { forumQuery } from './forum.ts'

const kinds = { partner_kind: [{ value: 'media', label: { 'zh-CN': '合作媒体', en: 'Media partner' } }] }

it('the list of modules is empty until the server has said which there are [226, T10]', () => {
  const client = new QueryClient()
  const observer = new QueryObserver(client, modulesQuery({ modules: () => new Promise(() => undefined) }))
  const stop = observer.subscribe(() => undefined)
  expect(observer.getCurrentResult().data).toEqual([])
  stop()
})

it('options are fetched once per module name, also by several callers at once [215, T27]', async () => {
  const calls: string[] = []
  const api = { options: async (module: string) => (calls.push(module), kinds) }
  const client = new QueryClient()
  await Promise.all([
    client.fetchQuery(moduleOptionsQuery('partners', api)),
    client.fetchQuery(moduleOptionsQuery('partners', api)),
    client.fetchQuery(moduleOptionsQuery('sessions', api)),
  ])
  await client.fetchQuery(moduleOptionsQuery('partners', api))
  expect(calls.toSorted()).toEqual(['partners', 'sessions'])
})

it('options that could not be fetched are fetched again [T27]', async () => {
  let calls = 0
  const api = { options: async () => ((calls += 1) === 1 ? Promise.reject(new Error('no')) : kinds) }
  const client = new QueryClient()
  await expect(client.fetchQuery(moduleOptionsQuery('partners', api))).rejects.toThrow('no')
  expect(await client.fetchQuery(moduleOptionsQuery('partners', api))).toEqual(kinds)
})

it('choices lie under their type code, in both languages [216, 310]', () => {
  expect(getOptions(kinds, 'partner_kind')).toEqual(kinds.partner_kind)
  expect(getOptions(kinds, 'constructor')).toEqual([])
  expect(getOptions(undefined, 'partner_kind')).toEqual([])
})

it('the state of modules lies under the names of the specification [225]', () => {
  const keys = [modulesQuery(), moduleOptionsQuery('partners'), forumQuery(), categoriesQuery()]
  expect(keys.map(({ queryKey }) => queryKey[0])).toEqual([
    'modules',
    'moduleOptions',
    'cmsSettings',
    'cmsCategories',
  ])
})
