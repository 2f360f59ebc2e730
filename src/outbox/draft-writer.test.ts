import { expect, test } from 'vitest'
import { createDraftWriter } from './draft-writer.ts'
import { createDrafts } from './drafts.ts'
import { makeMemoryStore } from '#platform/device-store/memory-store.fixture.ts'
import { createSealer } from '#platform/device-store/sealing.ts'
import type { KeyValueStore } from '#platform/device-store/store.ts'

const { subtle } = globalThis.crypto

const openOver = (store: KeyValueStore) =>
  createDraftWriter(
    createDrafts(
      store,
      (owner) => createSealer(store, owner, subtle),
      () => 'at',
    ),
  )

function openWriter() {
  const store = makeMemoryStore()
  const open = () => openOver(store)
  return { store, open, slots: open() }
}

test('a form that opens during a write of the same draft loads what is being written', async () => {
  const { slots: writer } = openWriter()
  await writer.save('anna', 'form', { name: 'before' }, [])
  void writer.save('anna', 'form', { name: 'last letters' }, [])
  expect(await writer.load('anna', 'form')).toEqual({ name: 'last letters' })
})

test('a draft that could not be read is not overwritten [299]', async () => {
  const { store, slots: writer, open } = openWriter()
  await writer.save('anna', 'form', { name: 'an hour of typing' }, [])
  const later = open()
  store.failWith('silent')
  await expect(later.load('anna', 'form')).rejects.toMatchObject({ reason: 'silent' })
  store.failWith(undefined)
  for (const letter of ['a', 'ab'])
    await expect(later.save('anna', 'form', { name: letter }, [])).rejects.toMatchObject({
      reason: 'blocked',
    })
  expect(await open().load('anna', 'form')).toEqual({ name: 'an hour of typing' })
})

test('input is stored after a failed read when the device has no draft', async () => {
  const { store, slots: writer } = openWriter()
  store.failWith('silent')
  await expect(writer.load('anna', 'form')).rejects.toMatchObject({ reason: 'silent' })
  store.failWith(undefined)
  await writer.save('anna', 'form', { name: 'plainContent' }, [])
  expect(await writer.load('anna', 'form')).toEqual({ name: 'plainContent' })
})

test('of the saves during a write only the newest is written after it', async () => {
  const store = makeMemoryStore()
  const typed: Promise<void>[] = []
  const type = (name: string) => typed.push(writer.save('anna', 'form', { name }, []))
  let writes = 0
  const writer = openOver({
    ...store,
    change(keys, decide) {
      const isDraft = keys.some((key) => key.startsWith('draft:'))
      if (isDraft && writes++ === 0) for (const name of ['an', 'ann', 'anna']) type(name)
      return store.change(keys, decide)
    },
  })
  type('a')
  await Promise.all(typed)
  expect(await writer.load('anna', 'form')).toEqual({ name: 'anna' })
  expect(writes).toBe(2)
})

test('input typed after a submission stays, although earlier saves were still waiting', async () => {
  const { slots: writer } = openWriter()
  void writer.save('anna', 'form', { name: 'a' }, [])
  void writer.save('anna', 'form', { name: 'anna' }, [])
  void writer.drop('anna', 'form')
  void writer.save('anna', 'form', { name: 'and once more' }, [])
  expect(await writer.load('anna', 'form')).toEqual({ name: 'and once more' })
  void writer.save('anna', 'form', { name: 'one letter' }, [])
  void writer.drop('anna', 'form')
  expect(await writer.load('anna', 'form')).toBeUndefined()
})
