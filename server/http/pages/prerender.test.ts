import { expect, it } from 'vitest'
import { createPrerenderCache, type DataChange } from './prerender.ts'

const source = { path: '/', answers: {}, locale: 'en', now: '', isDemonstration: false } as const

/** A page's pictures over a clock that the test moves; each picture is its number. */
function keep(draw?: () => Promise<string | undefined>) {
  const clock = { ms: 0 }
  let drawn = 0
  const find = createPrerenderCache(draw ?? (async () => String((drawn += 1))), () => clock.ms)
  const findAt = async (ms: number, change: DataChange) => {
    clock.ms = ms
    const shown = await find(source, change)
    // What is drawn beside the answer is done after a turn.
    await new Promise((done) => setTimeout(done))
    return shown
  }
  return findAt
}

it('the first visit waits for the picture, later ones see the one before while a newer is drawn', async () => {
  const findAt = keep()
  expect(await findAt(0, 'more')).toBe('1')
  expect(await findAt(9_999, 'more')).toBe('1')
  expect(await findAt(10_000, 'none')).toBe('1')
  expect(await findAt(10_001, 'none')).toBe('2')
})

it('a picture is a minute old at most, also when no data changed', async () => {
  const findAt = keep()
  await findAt(0, 'more')
  await findAt(59_999, 'none')
  expect(await findAt(60_000, 'none')).toBe('1')
  expect(await findAt(60_001, 'none')).toBe('2')
})

it('a picture that cannot be drawn leaves the one before, and is not tried at every visit', async () => {
  const results = ['first', undefined, 'third']
  let tries = 0
  const findAt = keep(async () => results[tries++])
  await findAt(0, 'more')
  await findAt(10_000, 'more')
  expect(await findAt(10_001, 'more')).toBe('first')
  expect(tries).toBe(2)
  await findAt(20_000, 'more')
  expect(await findAt(20_001, 'none')).toBe('third')
})

it('a page does not wait longer than a second for a picture that takes long', async () => {
  const findAt = keep(() => new Promise(() => {}))
  expect(await findAt(0, 'more')).toBeUndefined()
})

it('a picture of what was withdrawn is not shown again, not even one that was being drawn then', async () => {
  const drawings = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let tries = 0
  const findAt = keep(() => drawings[tries++]?.promise ?? Promise.resolve('late'))
  const first = findAt(0, 'more')
  const withdrawn = findAt(1, 'less')
  drawings[0]?.resolve('with the withdrawn')
  expect(await first).toBeUndefined()
  expect(await withdrawn).toBeUndefined()
  drawings[1]?.resolve('without')
  expect(await findAt(2, 'none')).toBe('without')
  expect(await findAt(3, 'less')).toBe('late')
})
