import { expect, test } from 'vitest'
import { createSafeStorage } from '#platform/safe-storage.ts'
import type { ListState } from '../data/list-state.ts'
import { createLegacySavedViews, isActiveView, parseSavedViews, upsertSavedView } from './saved-views.ts'

const state = (searchText: string): ListState => ({
  searchText,
  filters: [{ param: 'status', op: 'eq', value: 'submitted' }],
  sorters: { name: 'asc' },
  columns: [{ field: 'name', width: 240 }],
})

test('a saved view is parsed as it was, and replaced by one with the same name', () => {
  const one = upsertSavedView([], 'talks', 'Mine', state('storage'))
  const two = upsertSavedView(one, 'rooms', 'Mine', state('hall'))
  const parsed = parseSavedViews(structuredClone(two))
  expect(parsed.map(({ module, name }) => [module, name])).toEqual([
    ['talks', 'Mine'],
    ['rooms', 'Mine'],
  ])
  expect(parsed[0] && isActiveView(parsed[0], state('storage'))).toBe(true)
  const again = upsertSavedView(parsed, 'talks', 'Mine', state('wind'))
  expect(again).toHaveLength(2)
  expect(again[0]?.id).toBe(parsed[0]?.id)
  expect(again[0] && isActiveView(again[0], state('storage'))).toBe(false)
  expect(again[0] && isActiveView(again[0], state('wind'))).toBe(true)
})

test('an invalid saved view is left out', () => {
  const [good] = upsertSavedView([], 'talks', 'Mine', state(''))
  expect(parseSavedViews(undefined)).toEqual([])
  expect(parseSavedViews([null, 7, { id: 'x' }, { ...good, search: { filters: 'nonsense' } }, good])).toEqual(
    [good],
  )
})

test('views of an earlier version in localStorage are migrated once and removed there', () => {
  const legacy = upsertSavedView([], 'talks', 'Mine', state(''))
  const storage = createSafeStorage(() => undefined)
  storage.write('k', JSON.stringify(legacy))
  const legacyStore = createLegacySavedViews(storage, 'k')
  const [newer] = upsertSavedView([], 'rooms', 'Newer', state(''))
  const joined = legacyStore.mergeInto(newer ? [newer] : [])
  expect(joined.map(({ name }) => name)).toEqual(['Mine', 'Newer'])
  expect(legacyStore.mergeInto(joined)).toBe(joined)
  legacyStore.remove()
  expect(storage.read('k')).toBeUndefined()
})
