import { expect, it } from 'vitest'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { parseSchedule } from '#server/feeds/import/parse-schedule.ts'
import { writeSchedule } from '#server/feeds/import/write-schedule.ts'
import { eachDatabase } from '../support/databases.ts'
import { fixture, fixtures, importBench, now } from '../support/schedule-import.ts'

/** Two of three sessions are bad. */
function twoBad(): string {
  const file = JSON.parse(fixture('coscup-2023-excerpt.json')) as { sessions: Record<string, unknown>[] }
  const [first, second] = file.sessions
  Object.assign(first ?? {}, { end: '2023-07-01T00:00:00+08:00' })
  Object.assign(second ?? {}, { room: '' })
  return JSON.stringify(file)
}

eachDatabase('a bad schedule', (place) => {
  const bench = importBench(place)

  it('is listed one line per bad entry, and nothing is written', async () => {
    const { taken, complaints } = await bench.import(twoBad())
    expect(taken).toBe(false)
    expect(complaints).toEqual([
      expect.stringMatching(/^sessions\[0\], \w{6} “.+”: the end is not after the start$/),
      expect.stringMatching(/^sessions\[1\], \w{6} “.+”: no room$/),
      expect.stringMatching(/^Sessions that cannot be taken: 2\. Nothing was changed/),
    ])
    expect(await bench.rows(sessions)).toEqual([])
    expect(await bench.rows(rooms)).toEqual([])
  })

  it('is taken without its bad entries when asked, and those of an earlier import stay as they were', async () => {
    await bench.import(fixture('coscup-2023-excerpt.json'))
    const { taken, counts } = await bench.import(twoBad(), { skipBad: true })
    expect(taken).toBe(true)
    expect(counts.sessions).toBe('unchanged 1')
    const states = (await bench.rows(sessions)).map((row) => row['state'])
    expect(states).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  it.each([
    ['cut off', fixture('democon-excerpt.json').slice(0, 3000), /^line \d+, column \d+: The JSON is cut off/],
    [
      'hostile',
      '<!DOCTYPE s [<!ENTITY a "b">]><schedule>&a;</schedule>',
      /^line 1, column \d+: The file has a DOCTYPE/,
    ],
    ['empty', '', /^The file is empty\.$/],
    [
      'without one good entry',
      '{"sessions":[{"id":"A"}]}',
      /^sessions\[0\], A: no title; no start; no duration; no room$/,
    ],
  ])('%s is told in one line', async (_, text, line) => {
    const { taken, complaints } = await bench.import(text, { skipBad: true })
    expect(taken).toBe(false)
    expect(complaints[0]).toMatch(line)
    expect(await bench.rows(sessions)).toEqual([])
  })

  it('that does not exist is told in one line', async () => {
    const { taken, complaints } = await bench.import(new URL('nowhere.xml', fixtures))
    expect(taken).toBe(false)
    expect(complaints).toEqual([expect.stringMatching(/^There is no file .*nowhere\.xml\.$/)])
  })

  it('has written nothing when the import ends in the middle', async () => {
    const schedule = parseSchedule(Buffer.from(fixture('democon-excerpt.json')))
    const breaking = writeSchedule(bench.db, schedule, {
      now,
      dryRun: false,
      replaceSample: false,
      asForum: false,
      progress: (step) => {
        if (step === 'sessions') throw new Error('power cut')
      },
    })
    await expect(breaking).rejects.toThrow('power cut')
    expect(await bench.rows(rooms)).toEqual([])
    expect(await bench.rows(speakers)).toEqual([])
  })
})
