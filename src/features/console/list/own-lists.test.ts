import { expect, test } from 'vitest'
import type { ListState } from '../reading/list-state.ts'
import { isShownList, readLists, withSaved } from './own-lists.ts'

const state = (words: string): ListState => ({
  words,
  filters: [{ param: 'status', op: 'eq', value: 'submitted' }],
  sorters: { name: 'asc' },
  columns: [{ field: 'name', width: 240 }],
})
const reading = (text: string | undefined) => readLists({ read: () => text }, 'k')

test('a saved list is found again as it was, and under the same name it is replaced', () => {
  const one = withSaved([], 'talks', 'Mine', state('storage'))
  const two = withSaved(one, 'rooms', 'Mine', state('hall'))
  const kept = reading(JSON.stringify(two))
  expect(kept.map(({ module, name }) => [module, name])).toEqual([
    ['talks', 'Mine'],
    ['rooms', 'Mine'],
  ])
  expect(kept[0] && isShownList(kept[0], state('storage'))).toBe(true)
  const again = withSaved(kept, 'talks', 'Mine', state('wind'))
  expect(again).toHaveLength(2)
  expect(again[0]?.id).toBe(kept[0]?.id)
  expect(again[0] && isShownList(again[0], state('storage'))).toBe(false)
  expect(again[0] && isShownList(again[0], state('wind'))).toBe(true)
})

test('what lies there broken costs no list: it is left out', () => {
  const [good] = withSaved([], 'talks', 'Mine', state(''))
  expect(reading('{')).toEqual([])
  expect(reading(undefined)).toEqual([])
  expect(
    reading(JSON.stringify([null, 7, { id: 'x' }, { ...good, search: { filters: 'nonsense' } }, good])),
  ).toEqual([good])
})
