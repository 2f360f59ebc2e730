import { describe, expect, it } from 'vitest'
import { watchRevisions } from './revisions.ts'

/** A database whose revision can be changed, slowed and taken away, and a clock that is set by hand. */
function setUp() {
  const state = { revision: 1, nowMs: 0, isAway: false, looks: 0 }
  const gates: (() => void)[] = []
  let isSlow = false
  const revisions = watchRevisions(
    async () => {
      state.looks += 1
      const seen = state.revision
      if (isSlow) await new Promise<void>((resolve) => gates.push(resolve))
      if (state.isAway) throw new Error('away')
      return new Map([['news', seen]])
    },
    () => state.nowMs,
  )
  return {
    state,
    revisions,
    slow: () => {
      isSlow = true
    },
    finish: () => {
      isSlow = false
      for (const open of gates) open()
    },
  }
}

describe('revisions', () => {
  it('are looked up at most once a second', async () => {
    const { state, revisions } = setUp()
    await Promise.all([revisions.current('news'), revisions.current('news')])
    state.revision = 2
    state.nowMs = 999
    expect(await revisions.current('news')).toBe(1)
    expect(state.looks).toBe(1)
    state.nowMs = 1000
    expect(await revisions.current('news')).toBe(2)
  })

  it('are looked up at once after a write of this process, even while an older look is on its way', async () => {
    const { state, revisions, slow, finish } = setUp()
    slow()
    const old = revisions.current('news')
    state.revision = 2
    revisions.expire()
    finish()
    expect(await revisions.current('news')).toBe(2)
    await old
    expect(await revisions.current('news')).toBe(2)
  })

  it('stay as they were while the database is away, and nobody waits for it', async () => {
    const { state, revisions, slow, finish } = setUp()
    await revisions.current('news')
    state.isAway = true
    state.nowMs = 2000
    expect(await revisions.current('news')).toBe(1)
    slow()
    state.nowMs = 4000
    expect(await revisions.current('news')).toBe(1)
    state.isAway = false
    state.revision = 3
    finish()
    await expect.poll(() => revisions.current('news')).toBe(1)
    state.nowMs = 6000
    expect(await revisions.current('news')).toBe(3)
  })

  it('throw when the database was away from the start', async () => {
    const { state, revisions } = setUp()
    state.isAway = true
    await expect(revisions.current('news')).rejects.toThrow('away')
    state.isAway = false
    expect(await revisions.current('news')).toBe(1)
  })

  it('are 0 for a module that was never written', async () => {
    expect(await setUp().revisions.current('pages')).toBe(0)
  })
})
