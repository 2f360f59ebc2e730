import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createChangeFeed, type ChangeListener } from './change-feed.ts'
import { watchRevisions } from './revisions.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** A database whose revisions are set by hand, and what listens to it. */
function setUp() {
  const state = { revisions: new Map([['news', 1]]), looks: 0, isAway: false }
  const revisions = watchRevisions(
    async () => {
      state.looks += 1
      if (state.isAway) throw new Error('away')
      return new Map(state.revisions)
    },
    () => performance.now(),
  )
  return { state, revisions, changes: createChangeFeed(revisions, () => performance.now()) }
}

/** A listener that notes what it hears. */
function listener(heard: string[], name = ''): ChangeListener {
  return async (news) =>
    void heard.push(name + (news.map((one) => `${one.module} ${one.revision}`).join() || '-'))
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('changes', () => {
  it('of other processes are told within a second or two, each once, to all who listen', async () => {
    const { state, changes } = setUp()
    const heard: string[] = []
    await changes.listen(listener(heard, 'a: '))
    await changes.listen(listener(heard, 'b: '))
    state.revisions.set('news', 2)
    state.revisions.set('pages', 1)
    await pass(2000)
    expect(heard).toEqual(['a: news 2,pages 1', 'b: news 2,pages 1'])
    await pass(10_000)
    expect(heard).toHaveLength(2)
  })

  it('before somebody listens are not told', async () => {
    const { state, changes } = setUp()
    state.revisions.set('news', 5)
    const heard: string[] = []
    await changes.listen(listener(heard))
    await pass(5000)
    expect(heard).toEqual([])
  })

  it('of this process are told at once, and those that follow in a hundred writes together', async () => {
    const { state, revisions, changes } = setUp()
    const heard: string[] = []
    await changes.listen(listener(heard))
    await pass(500)
    const write = (revision: number): void => {
      state.revisions.set('news', revision)
      revisions.expire()
    }
    write(2)
    await pass(0)
    expect(heard).toEqual(['news 2'])
    for (let revision = 3; revision <= 100; revision += 1) {
      write(revision)
      await pass(1)
    }
    await pass(250)
    expect(heard).toEqual(['news 2', 'news 100'])
  })

  it('are looked for once a second however many listen, and not at all when nobody does', async () => {
    const { state, changes } = setUp()
    const stops = await Promise.all(
      Array.from({ length: 50 }, (_, at) => changes.listen(listener([], String(at)))),
    )
    await pass(10_000)
    expect(state.looks).toBeLessThanOrEqual(11)
    for (const stop of stops) stop()
    await pass(2000)
    const before = state.looks
    await pass(60_000)
    expect(state.looks).toBe(before)
  })

  it('that happened while nobody listened are not told to who comes back', async () => {
    const { state, changes } = setUp()
    const stop = await changes.listen(listener([]))
    stop()
    await pass(5000)
    state.revisions.set('news', 9)
    const heard: string[] = []
    await changes.listen(listener(heard))
    await pass(5000)
    expect(heard).toEqual([])
  })

  it('or not, everybody is visited every 15 seconds', async () => {
    const { changes } = setUp()
    const heard: string[] = []
    await changes.listen(listener(heard))
    await pass(50_000)
    expect(heard).toEqual(['-', '-', '-'])
  })

  it('that a visit did not take are told at the next', async () => {
    const { state, changes } = setUp()
    const heard: string[] = []
    const note = listener(heard)
    let isAway = true
    await changes.listen(async (news) => {
      if (isAway) throw new Error('away')
      await note(news)
    })
    state.revisions.set('news', 2)
    await pass(3000)
    state.revisions.set('pages', 1)
    isAway = false
    await pass(3000)
    expect(heard).toEqual(['news 2,pages 1'])
  })

  it('are told after the database was away', async () => {
    const { state, changes } = setUp()
    const heard: string[] = []
    await changes.listen(listener(heard))
    state.isAway = true
    await pass(5000)
    state.revisions.set('news', 2)
    state.isAway = false
    await pass(3000)
    expect(heard).toEqual(['news 2'])
  })

  it('go to one listener after the other, so that all of them hold one connection at most', async () => {
    const { state, changes } = setUp()
    let atOnce = 0
    let most = 0
    let visits = 0
    for (let one = 0; one < 20; one += 1)
      await changes.listen(async () => {
        visits += 1
        most = Math.max(most, (atOnce += 1))
        await new Promise((resolve) => setTimeout(resolve, 5))
        atOnce -= 1
      })
    state.revisions.set('news', 2)
    await pass(3000)
    expect([visits, most]).toEqual([20, 1])
  })

  it('cannot be listened to while the database is away from the start', async () => {
    const { state, changes } = setUp()
    state.isAway = true
    await expect(changes.listen(listener([]))).rejects.toThrow('away')
  })
})
