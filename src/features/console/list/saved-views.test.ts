import { expect, test } from 'vitest'
import { createSafeStorage } from '#lib/safe-storage.ts'
import type { ListState } from '../data/list-state.ts'
import { createListsAside, isActiveView, parseLists, upsertSavedView } from './saved-views.ts'

const state = (words: string): ListState => ({
  words,
  filters: [{ param: 'status', op: 'eq', value: 'submitted' }],
  sorters: { name: 'asc' },
  columns: [{ field: 'name', width: 240 }],
})

test('a saved list is found again as it was, and under the same name it is replaced', () => {
  const one = upsertSavedView([], 'talks', 'Mine', state('storage'))
  const two = upsertSavedView(one, 'rooms', 'Mine', state('hall'))
  const kept = parseLists(structuredClone(two))
  expect(kept.map(({ module, name }) => [module, name])).toEqual([
    ['talks', 'Mine'],
    ['rooms', 'Mine'],
  ])
  expect(kept[0] && isActiveView(kept[0], state('storage'))).toBe(true)
  const again = upsertSavedView(kept, 'talks', 'Mine', state('wind'))
  expect(again).toHaveLength(2)
  expect(again[0]?.id).toBe(kept[0]?.id)
  expect(again[0] && isActiveView(again[0], state('storage'))).toBe(false)
  expect(again[0] && isActiveView(again[0], state('wind'))).toBe(true)
})

test('what lies there broken costs no list: it is left out', () => {
  const [good] = upsertSavedView([], 'talks', 'Mine', state(''))
  expect(parseLists(undefined)).toEqual([])
  expect(parseLists([null, 7, { id: 'x' }, { ...good, search: { filters: 'nonsense' } }, good])).toEqual([
    good,
  ])
})

test('lists that an earlier version left in clear are taken over once, and removed there', () => {
  const left = upsertSavedView([], 'talks', 'Mine', state(''))
  const storage = createSafeStorage(() => undefined)
  storage.write('k', JSON.stringify(left))
  const aside = createListsAside(storage, 'k')
  const [newer] = upsertSavedView([], 'rooms', 'Newer', state(''))
  const joined = aside.joinTo(newer ? [newer] : [])
  expect(joined.map(({ name }) => name)).toEqual(['Mine', 'Newer'])
  expect(aside.joinTo(joined)).toBe(joined)
  aside.remove()
  expect(storage.read('k')).toBeUndefined()
})
