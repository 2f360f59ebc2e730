import { expect, test } from 'vitest'
import { createDrafts } from './drafts.ts'
import { makeMemoryStore } from './memory-store.fixture.ts'
import { createSealer } from './sealing.ts'

const { subtle } = globalThis.crypto

function openDrafts() {
  const store = makeMemoryStore()
  let ids = 0
  let nowMs = 1_000_000
  const drafts = createDrafts(
    store,
    (owner) => createSealer(store, owner, subtle),
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

test('a file that was dropped with its draft and is typed on with lies there again', async () => {
  const { drafts } = openDrafts()
  await drafts.save('anna', 'form', { name: 'A', photo: photo() }, [])
  const open = await drafts.load<Typed>('anna', 'form')
  await drafts.drop('anna', 'form')
  await drafts.save('anna', 'form', { ...open, name: 'B' }, [])
  const back = await drafts.load<Typed>('anna', 'form')
  expect(await back?.photo?.text()).toBe('the photo')
})

test('a file is written once, whatever else is typed, and goes with the draft', async () => {
  const { drafts, store } = openDrafts()
  const values = { name: 'A', photo: photo() }
  const files = () => [...store.values].filter(([key]) => key.startsWith('draft-file:'))
  await drafts.save('anna', 'form', values, [])
  const [first] = files()
  await drafts.save('anna', 'form', { ...values, name: 'B' }, [])
  expect(files()).toEqual([first])
  // The very same bytes, not sealed anew.
  expect(files()[0]?.[1]).toBe(first?.[1])
  await drafts.save('anna', 'form', { name: 'C' }, [])
  expect(files()).toEqual([])
})

test('the draft of what the server took goes, what was typed after it stays', async () => {
  const { drafts, pass } = openDrafts()
  // A form that closes writes its last letters a moment after it was handed in.
  await drafts.save('anna', 'form', { name: 'handed in' }, [])
  await drafts.dropHandedIn('anna', 'form', 999_000)
  expect(await drafts.load('anna', 'form')).toBeUndefined()
  pass(60_000)
  await drafts.save('anna', 'form', { name: 'typed later' }, [])
  await drafts.dropHandedIn('anna', 'form', 1_000_000)
  expect(await drafts.load('anna', 'form')).toEqual({ name: 'typed later' })
})
