import { expect, test } from 'vitest'
import { createDraftWriter } from './draft-writer.ts'
import { createDrafts } from './drafts.ts'
import { makeMemoryStore } from '#lib/device-store/memory-store.fixture.ts'
import { createSealer } from '#lib/device-store/sealing.ts'
import type { KeyValueStore } from '#lib/device-store/store.ts'

const { subtle } = globalThis.crypto

const openOver = (store: KeyValueStore) =>
  createDraftWriter(
    createDrafts(
      store,
      (owner) => createSealer(store, owner, subtle),
      () => 'at',
    ),
  )

function openSlots() {
  const store = makeMemoryStore()
  const open = () => openOver(store)
  return { store, open, slots: open() }
}

test('a form that opens while the same form still writes begins with what was written', async () => {
  const { slots } = openSlots()
  await slots.save('anna', 'form', { name: 'before' }, [])
  void slots.save('anna', 'form', { name: 'last letters' }, [])
  expect(await slots.load('anna', 'form')).toEqual({ name: 'last letters' })
})

test('a draft that the device did not tell is not written over [299]', async () => {
  const { store, slots, open } = openSlots()
  await slots.save('anna', 'form', { name: 'an hour of typing' }, [])
  const later = open()
  store.failWith('silent')
  await expect(later.load('anna', 'form')).rejects.toMatchObject({ problem: 'silent' })
  store.failWith(undefined)
  for (const letter of ['a', 'ab'])
    await expect(later.save('anna', 'form', { name: letter }, [])).rejects.toMatchObject({
      problem: 'blocked',
    })
  expect(await open().load('anna', 'form')).toEqual({ name: 'an hour of typing' })
})

test('where none was, a device that was late keeps what is typed', async () => {
  const { store, slots } = openSlots()
  store.failWith('silent')
  await expect(slots.load('anna', 'form')).rejects.toMatchObject({ problem: 'silent' })
  store.failWith(undefined)
  await slots.save('anna', 'form', { name: 'typed' }, [])
  expect(await slots.load('anna', 'form')).toEqual({ name: 'typed' })
})

test('letters that are typed while one is being written are written at once after it, the newest only', async () => {
  const store = makeMemoryStore()
  const typed: Promise<void>[] = []
  const type = (name: string) => typed.push(slots.save('anna', 'form', { name }, []))
  let writes = 0
  const slots = openOver({
    ...store,
    change(keys, decide) {
      const isDraft = keys.some((key) => key.startsWith('draft:'))
      if (isDraft && writes++ === 0) for (const name of ['an', 'ann', 'anna']) type(name)
      return store.change(keys, decide)
    },
  })
  type('a')
  await Promise.all(typed)
  expect(await slots.load('anna', 'form')).toEqual({ name: 'anna' })
  expect(writes).toBe(2)
})

test('what is typed after a form was handed in stays, though letters from before still waited to be written', async () => {
  const { slots } = openSlots()
  void slots.save('anna', 'form', { name: 'a' }, [])
  void slots.save('anna', 'form', { name: 'anna' }, [])
  void slots.drop('anna', 'form')
  void slots.save('anna', 'form', { name: 'and once more' }, [])
  expect(await slots.load('anna', 'form')).toEqual({ name: 'and once more' })
  void slots.save('anna', 'form', { name: 'one letter' }, [])
  void slots.drop('anna', 'form')
  expect(await slots.load('anna', 'form')).toBeUndefined()
})
