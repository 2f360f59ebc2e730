import { expect, test } from 'vitest'
import { createDrafts } from './drafts.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { createQueueSuspender } from './suspended-queue.ts'
import { createSealer, type KeyCache } from '#platform/device-store/sealing.ts'

const { subtle } = globalThis.crypto

function openDrafts() {
  const store = makeMemoryStore()
  const seen: KeyCache = new Map()
  let ids = 0
  let nowMs = 1_000_000
  const drafts = createDrafts(
    store,
    (owner) => createSealer(store, owner, subtle, seen),
    () => `at-${(ids += 1)}`,
    () => nowMs,
  )
  return { store, drafts, pass: (ms: number) => void (nowMs += ms) }
}

interface Typed {
  name: string
  photo?: File
}

const photo = () => new File(['the photo'], 'photo.jpg', { type: 'image/jpeg' })

test('a file that was removed with its draft is stored again with the next save', async () => {
  const { drafts } = openDrafts()
  await drafts.save('anna', 'form', { name: 'A', photo: photo() }, [])
  const open = await drafts.load<Typed>('anna', 'form')
  await drafts.drop('anna', 'form')
  await drafts.save('anna', 'form', { ...open, name: 'B' }, [])
  const back = await drafts.load<Typed>('anna', 'form')
  expect(await back?.photo?.text()).toBe('the photo')
})

test('a file is written once, and removed with the draft', async () => {
  const { drafts, store } = openDrafts()
  const values = { name: 'A', photo: photo() }
  const files = () => [...store.values].filter(([key]) => key.startsWith('draft-file:'))
  await drafts.save('anna', 'form', values, [])
  const [first] = files()
  await drafts.save('anna', 'form', { ...values, name: 'B' }, [])
  expect(files()).toEqual([first])
  // The same bytes, not sealed again.
  expect(files()[0]?.[1]).toBe(first?.[1])
  await drafts.save('anna', 'form', { name: 'C' }, [])
  expect(files()).toEqual([])
})

test('a submitted draft is removed, but not input typed after the submission', async () => {
  const { drafts, pass } = openDrafts()
  // The last save may still be running when the form is submitted.
  await drafts.save('anna', 'form', { name: 'handed in' }, [])
  await drafts.dropSubmitted('anna', 'form', 999_000)
  expect(await drafts.load('anna', 'form')).toBeUndefined()
  pass(60_000)
  await drafts.save('anna', 'form', { name: 'typed later' }, [])
  await drafts.dropSubmitted('anna', 'form', 1_000_000)
  expect(await drafts.load('anna', 'form')).toEqual({ name: 'typed later' })
})

test('a save after another tab has removed the user’s data writes nothing', async () => {
  const { drafts, store } = openDrafts()
  await drafts.save('anna', 'form', { name: 'A' }, [])
  await createQueueSuspender(store, (owner) => createSealer(store, owner, subtle)).remove('anna')
  await expect(drafts.save('anna', 'form', { name: 'AB', photo: photo() }, [])).rejects.toMatchObject({
    reason: 'blocked',
  })
  expect([...store.values.keys()]).toEqual([])
})
