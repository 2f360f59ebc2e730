import { expect, it } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { createModuleMetadata } from './module-metadata.ts'
import type { SafeStorage } from './safe-storage.ts'

const metadataOf = (name: string) => ({ name, revision: 'r1' }) as ModuleMetadata

function open(answer: (module: string) => Promise<ModuleMetadata> = async (name) => metadataOf(name)) {
  const items = new Map<string, string>()
  const storage: SafeStorage = {
    read: (key) => items.get(key),
    write: (key, value) => Boolean(items.set(key, value)),
    remove: (key) => void items.delete(key),
    keys: (prefix) => [...items.keys()].filter((key) => key.startsWith(prefix)),
  }
  const calls: string[] = []
  const person: { id?: string } = { id: 'anna' }
  const metadata = (module: string) => {
    calls.push(module)
    return answer(module)
  }
  return {
    items,
    asked: calls,
    person,
    store: createModuleMetadata({ api: { metadata }, storage, getUserId: () => person.id }),
  }
}

it('a description is read once and lies under prefix and module name [227]', async () => {
  const { store, asked: calls, items } = open()
  expect(await store.load('sessions')).toEqual(metadataOf('sessions'))
  expect(await store.load('sessions')).toEqual(metadataOf('sessions'))
  expect(calls).toEqual(['sessions'])
  expect([...items.keys()]).toEqual(['metadata:sessions'])
})

it('a module’s name cannot reach another key [T28]', async () => {
  const { store, items } = open()
  await store.load('__proto__')
  await store.load('../token')
  expect([...items.keys()]).toEqual(['metadata:__proto__', 'metadata:..%2Ftoken'])
})

it('another user, or no user, fetches again [T28]', async () => {
  const { store, asked: calls, person } = open()
  await store.load('sessions')
  person.id = 'ben'
  await store.load('sessions')
  delete person.id
  await store.load('sessions')
  expect(calls).toHaveLength(3)
})

it('an error is thrown and not cached [230, T28]', async () => {
  let calls = 0
  const { store, items } = open(async (name) => {
    calls += 1
    if (calls === 1) throw new Error('服务器暂时不可用')
    return metadataOf(name)
  })
  await expect(store.load('sessions')).rejects.toThrow('服务器暂时不可用')
  expect(items.size).toBe(0)
  expect(await store.load('sessions')).toEqual(metadataOf('sessions'))
})

it('metadata that is outdated or damaged is fetched again', async () => {
  const { store, asked: calls, items } = open()
  await store.load('sessions')
  store.forget('sessions')
  await store.load('sessions')
  items.set('metadata:sessions', '{"owner":')
  await store.load('sessions')
  expect(calls).toHaveLength(3)
})

it('all are forgotten at once, and nothing else', async () => {
  const { store, items } = open()
  items.set('token', 't')
  for (const module of ['sessions', 'rooms']) await store.load(module)
  store.forgetAll()
  expect([...items.keys()]).toEqual(['token'])
})
