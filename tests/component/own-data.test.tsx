import type { Query, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { favourites } from '#features/favourites'
import { readEverything } from '../offline/support/stored.ts'
import { openScreen } from './support/screen.tsx'

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
const isPersonal = ({ queryKey: [kind] }: Query) => kind === 'own' || kind === 'signIns'

/** Every text in what was read that is the person's own or is not. */
const textIn = (client: QueryClient, isOwn: boolean): string =>
  JSON.stringify(
    client
      .getQueryCache()
      .findAll({ predicate: (query) => isPersonal(query) === isOwn })
      .map(({ state }) => state.data),
  )

test(
  'after every screen of a participant nothing that they read or starred lies on the device in clear [300]',
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
    const everybody = textIn(queryClient, false)
    const words = [...textIn(queryClient, true).matchAll(/"((?:[^"\\]|\\.){4,})"/g)]
      .map(([, word = '']) => word)
      .filter((word) => /[^a-z_]/.test(word) && !everybody.includes(word))
    expect(words).toContain('MU5101')
    await expect.poll(readEverything).toContain('own-snapshot:')
    const kept = await readEverything()
    expect([...words, 'sessions/storage-panel'].filter((word) => kept.includes(word))).toEqual([])
  },
)
