import { expect, test } from 'vitest'
import { createDraftSlots } from './draft-slots.ts'
import { createDrafts } from './drafts.ts'
import { makeMemoryStore } from './memory-store.fixture.ts'
import { createSealer } from './sealing.ts'

const { subtle } = globalThis.crypto

function openSlots() {
  const store = makeMemoryStore()
  const open = () =>
    createDraftSlots(
      createDrafts(
        store,
        (owner) => createSealer(store, owner, subtle),
        () => 'at',
      ),
    )
  return { store, open, slots: open() }
}

test('a form that opens while the same form still writes begins with what was written', async () => {
  const { slots } = openSlots()
  await slots.save('anna', 'form', { name: 'before' }, [])
  void slots.save('anna', 'form', { name: 'last letters' }, [])
  expect(await slots.load('anna', 'form')).toEqual({ name: 'last letters' })
})

test('a draft that the device did not tell is not written over', async () => {
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
