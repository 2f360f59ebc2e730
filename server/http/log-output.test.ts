import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogOutput, type LogOutput, type WriteBytes } from './log-output.ts'

/** What the destination does with bytes at this moment. */
let destination: 'takes' | 'is full' | 'is busy' | 'takes half' | 'hangs'
let written: string
let output: LogOutput

const write: WriteBytes = (bytes, done) => {
  if (destination === 'hangs') return
  queueMicrotask(() => {
    if (destination === 'is full') return done(Object.assign(new Error(), { code: 'ENOSPC' }), 0)
    if (destination === 'is busy') return done(Object.assign(new Error(), { code: 'EAGAIN' }), 0)
    const taken = destination === 'takes' ? bytes.length : Math.ceil(bytes.length / 2)
    written += bytes.toString('utf8', 0, taken)
    done(null, taken)
  })
}
const line = (number: number) => `{"line":${number},"说":"${'x'.repeat(1000)}"}\n`
const minute = () => vi.advanceTimersByTimeAsync(60_000)

beforeEach(() => {
  vi.useFakeTimers()
  destination = 'takes'
  written = ''
  output = createLogOutput(write, () => new Date('2026-11-27T00:00:00Z'))
})
afterEach(() => void vi.useRealTimers())

test('lines are written in their order, also where only parts are taken', async () => {
  destination = 'takes half'
  for (let number = 0; number < 5; number += 1) output.write(line(number))
  await output.end()
  expect(written).toBe([0, 1, 2, 3, 4].map(line).join(''))
})

test.each(['is full', 'is busy', 'hangs'] as const)(
  'a destination that %s holds nobody up: lines are dropped and counted',
  async (trouble) => {
    destination = trouble
    for (let number = 0; number < 3000; number += 1) output.write(line(number))
    await minute()
    expect(written).toBe('')
    expect(output.droppedLines()).toBeGreaterThan(1900)
    let isOver = false
    void output.end().then(() => (isOver = true))
    await minute()
    expect(isOver).toBe(true)
  },
)

test('once there is room again what waited is written, and one line says how many are missing', async () => {
  destination = 'is full'
  for (let number = 0; number < 3000; number += 1) output.write(line(number))
  await minute()
  destination = 'takes'
  await minute()
  output.write(line(3000))
  await minute()
  const lines = written.trimEnd().split('\n')
  const dropped = output.droppedLines()
  expect(lines[0]).toBe(line(0).trimEnd())
  expect(lines.at(-1)).toBe(line(3000).trimEnd())
  const report = { level: 'warn', time: '2026-11-27T00:00:00.000Z', lines: dropped, msg: 'log lines dropped' }
  expect(lines.filter((text) => text.includes('dropped')).map((text) => JSON.parse(text) as unknown)).toEqual(
    [report],
  )
  expect(lines.length).toBe(3001 - dropped + 1)
})
