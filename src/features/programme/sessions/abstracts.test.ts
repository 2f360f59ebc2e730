import { describe, expect, it } from 'vitest'
import type { CachedContent } from '#platform/content-cache.ts'
import { type AbstractsDeps, getSessionsFingerprint, loadAbstracts } from './abstracts.ts'
import { sessionRow } from './programme.fixture.ts'

const text = { 'zh-CN': '摘要', en: 'Abstract' }
const sessions = [sessionRow({ id: 'a' }), sessionRow({ id: 'b' })]
const changed = [sessionRow({ id: 'a', version: 2 }), sessionRow({ id: 'b' })]
const { signal } = new AbortController()

/** A device with an empty cache and a server that responds until it is offline. */
function device() {
  const cache = new Map<string, CachedContent>()
  const network = { calls: 0, up: true }
  const deps: AbstractsDeps = {
    async fetchRows() {
      network.calls += 1
      if (!network.up) throw new Error('no network')
      return [
        { id: 'a', abstract: text },
        { id: 'b', abstract: null },
      ]
    },
    getCached: async <T>(key: string) => cache.get(key) as CachedContent<T> | undefined,
    async setCached(entries) {
      for (const [key, body] of entries) cache.set(key, body)
      return true
    },
    serverNowMs: () => 7,
  }
  return { parts: deps, network }
}

describe('loadAbstracts', () => {
  it('asks the server once and answers from the shelf while no session changes', async () => {
    const { parts: deps, network } = device()
    await expect(loadAbstracts(sessions, signal, deps)).resolves.toEqual({ abstracts: { a: text } })
    await expect(loadAbstracts(sessions, signal, deps)).resolves.toEqual({ abstracts: { a: text } })
    expect(network.calls).toBe(1)
  })

  it('asks again when a session was written', async () => {
    const { parts: deps, network } = device()
    await loadAbstracts(sessions, signal, deps)
    await loadAbstracts(changed, signal, deps)
    expect(network.calls).toBe(2)
  })

  it('answers older abstracts without network, and how old they are', async () => {
    const { parts: deps, network } = device()
    await loadAbstracts(sessions, signal, deps)
    network.up = false
    const response = await loadAbstracts(changed, signal, deps)
    expect(response).toEqual({ abstracts: { a: text }, olderAsOfMs: 7 })
  })

  it('fails without network and with an empty shelf', async () => {
    const { parts: deps, network } = device()
    network.up = false
    await expect(loadAbstracts(sessions, signal, deps)).rejects.toThrow('no network')
  })
})

describe('fingerprintOf', () => {
  it('differs by version, by id and by number of sessions', () => {
    const prints = [sessions, changed, sessions.slice(1), [...sessions, sessionRow({ id: 'c' })]].map(
      getSessionsFingerprint,
    )
    expect(new Set(prints).size).toBe(4)
  })
})
