import type { Query, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { favourites } from '#features/programme/favourites'
import { recentSearches } from '../../src/features/articles/search/recent-searches.ts'
import { readEverything } from '../offline/support/stored.ts'
import { openConsole, press, readRows } from './support/console.ts'
import { dialog } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const furtherPages = [
  '/user/travel',
  '/user/side-meetings',
  '/user/side-meetings/payment',
  '/user/materials',
  '/user/notes',
  '/user/data',
  '/user/sign-ins',
  '/user/outbox',
  '/register',
  '/qa/ask',
  '/agenda/storage-panel',
  '/agenda?mine=true',
]

/** True for what is read of the person alone. Sessions and abstracts, too, lie on the device for everybody. */
const isPersonal = ({ queryKey: [kind] }: Query) => ['own', 'signIns', 'console'].includes(String(kind))

/** Every text in what was read that is the person's own or is not. */
const textIn = (client: QueryClient, isOwn: boolean): string =>
  JSON.stringify(
    client
      .getQueryCache()
      .findAll({ predicate: (query) => isPersonal(query) === isOwn })
      .map(({ state }) => state.data),
  )

/** What was read that is the person's own, without what is everybody's as well. */
function listOwnWords(client: QueryClient): string[] {
  const everybody = textIn(client, false)
  return [...textIn(client, true).matchAll(/"((?:[^"\\]|\\.){4,})"/g)]
    .map(([, word = '']) => word)
    .filter((word) => /[^a-z_]/.test(word) && !everybody.includes(word))
}

/** Which of the words can be read on the device. */
const findInClear = async (words: readonly string[]) => {
  const kept = await readEverything()
  return words.filter((word) => kept.includes(word))
}

test(
  'after every screen of a participant nothing that they read, starred or searched for lies on the device in clear [300]',
  { timeout: 60_000 },
  async () => {
    const { go, settle, save, queryClient } = await openScreen('/user/center', { as: 'participant' })
    await settle()
    for (const path of furtherPages) {
      await go(path)
      await settle()
      save()
    }
    await favourites.add(['storage-panel'])
    recentSearches.add('quiet tidal lagoons')
    const words = listOwnWords(queryClient)
    expect(words).toContain('MU5101')
    for (const key of ['own-snapshot:', 'own-searches:']) await expect.poll(readEverything).toContain(key)
    expect(await findInClear([...words, 'sessions/storage-panel', 'quiet tidal lagoons'])).toEqual([])
  },
)

test('after an organiser’s work no row that they read and no list that they saved lies on the device in clear', async () => {
  const [row] = await readRows('registrations')
  const { go, settle, queryClient } = await openConsole('/registrations?q=Sample Person')
  await settle()
  await press('own.title')
  await dialog(text('console:own.title')).getByLabelText(text('console:own.name')).fill('People who wait')
  await press('own.save')
  await expect.element(page.getByRole('button', { name: 'People who wait' })).toBeVisible()
  await go(`/console/registrations/${row?.id}`)
  await settle()
  const words = listOwnWords(queryClient)
  expect(words).toContain(row?.['realname'])
  for (const key of ['own-lists:', '/sealed/']) await expect.poll(readEverything).toContain(key)
  expect(await findInClear([...words, 'Sample Person', 'People who wait'])).toEqual([])
})
