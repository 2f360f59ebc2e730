import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { settings } from '#contract/modules/settings.ts'
import { speakers } from '#contract/modules/speakers.ts'
import { writeRows } from '#server/engine/write-rows.ts'
import { eachDatabase } from '../support/databases.ts'
import { fixture, importBench, later, now, wholeFiles } from '../support/schedule-import.ts'

eachDatabase('import-schedule', (place) => {
  const bench = importBench(place)

  describe('the first time', () => {
    it('writes every session with its room, track and speakers', async () => {
      const { counts } = await bench.import(fixture('fosdem-2025-excerpt.xml'))
      expect(counts).toEqual({
        sessions: 'new 3',
        speakers: 'new 7',
        rooms: 'new 2',
        tracks: 'new 2',
      })
      const session = await bench.findSession('6712')
      expect(session).toMatchObject({
        title: { 'zh-CN': '', en: 'Welcome to FOSDEM 2025' },
        state: 'confirmed',
        starts_at: '2025-02-01T08:30:00Z',
        ends_at: '2025-02-01T08:50:00Z',
        source: 'schedule:fosdem-2025',
      })
      const [room] = await bench.rows(rooms, { id: String(session?.['room']) })
      expect(room?.['name']).toMatchObject({ en: 'Janson' })
      const people = await bench.rows(speakers, { id: session?.['speakers'] as string[] })
      expect(people.map((row) => row['name'])).toContainEqual({ 'zh-CN': '', en: 'FOSDEM Staff' })
    })

    it('writes nothing in a dry run, and counts the same', async () => {
      const dry = await bench.import(fixture('democon-excerpt.json'), { dryRun: true, asForum: true })
      expect(await bench.rows(sessions)).toEqual([])
      expect(await bench.rows(settings)).toEqual([])
      expect(dry.printed.at(-1)).toContain('nothing was written')
      const wet = await bench.import(fixture('democon-excerpt.json'))
      expect(dry.counts).toEqual(wet.counts)
    })
  })

  describe('again', () => {
    it.each([
      'fosdem-2025-excerpt.xml',
      'camp-2019-excerpt.json',
      'democon-excerpt.json',
      'hub-excerpt.json',
      'coscup-2023-excerpt.json',
      'pretalx-widget.json',
    ])('changes nothing: %s', async (name) => {
      await bench.import(fixture(name))
      const before = await bench.rows(sessions)
      const { counts } = await bench.import(fixture(name), {}, later)
      expect(Object.values(counts).every((line) => /^unchanged \d+$/.test(line))).toBe(true)
      expect(await bench.rows(sessions)).toEqual(before)
    })

    it('updates, moves and cancels what a changed copy changes', async () => {
      const text = fixture('fosdem-2025-excerpt.xml')
      await bench.import(text)
      const [first = '', second = '', third = ''] = text.match(/ *<event [\s\S]*?<\/event>\n/g) ?? []
      const changed = text
        .replace(first, first.replace('Welcome to FOSDEM 2025<', 'Welcome!<'))
        .replace(second, second.replace('2025-02-01T10:00:00', '2025-02-01T10:30:00'))
        .replace(third, '')
      const { counts } = await bench.import(changed, {}, later)
      expect(counts.sessions).toBe('updated 1, moved 1, cancelled 1')
      expect(await bench.findSession('6712')).toMatchObject({ title: { en: 'Welcome!' }, version: 2 })
      expect(await bench.findSession('5369')).toMatchObject({ starts_at: '2025-02-01T09:30:00Z' })
      expect(await bench.findSession('6643')).toMatchObject({ state: 'cancelled', version: 2 })

      const repeated = await bench.import(changed, {}, later)
      expect(repeated.counts.sessions).toBe('unchanged 2')
      const restored = await bench.import(text, {}, later)
      expect(restored.counts.sessions).toBe('updated 2, moved 1')
      expect(await bench.findSession('6643')).toMatchObject({ state: 'confirmed' })
    })

    it('takes out rooms, tracks and speakers that nothing needs any more', async () => {
      const file = JSON.parse(fixture('coscup-2023-excerpt.json')) as {
        rooms: unknown[]
        speakers: unknown[]
      }
      await bench.import(JSON.stringify(file))
      const fewer = { ...file, rooms: file.rooms.slice(0, -1), speakers: file.speakers.slice(0, -1) }
      const { counts } = await bench.import(JSON.stringify(fewer))
      expect(counts.rooms).toBe('removed 1, unchanged 3')
      expect(counts.speakers).toBe('removed 1, unchanged 3')
      expect(await bench.rows(rooms)).toHaveLength(3)
    })

    it('leaves another source and rows of the organiser alone', async () => {
      await bench.import(fixture('democon-excerpt.json'))
      await bench.db.transaction((trx) =>
        writeRows(trx, rooms, [{ id: 'own', position: 1, name: { 'zh-CN': '大厅', en: 'Hall' } }], { now }),
      )
      const before = await bench.rows(sessions)
      await bench.import(fixture('camp-2019-excerpt.json'))
      const changed = JSON.parse(fixture('camp-2019-excerpt.json')) as {
        schedule: { conference: { days: unknown[] } }
      }
      changed.schedule.conference.days.pop()
      const { counts } = await bench.import(JSON.stringify(changed))
      expect(counts.sessions).toBe('cancelled 4, unchanged 4')
      expect(await bench.rows(sessions, { source: 'schedule:democon' })).toEqual(before)
      expect(await bench.rows(rooms, { id: 'own' })).toHaveLength(1)
    })
  })

  it.skipIf(!existsSync(wholeFiles)).each([
    ['coscup-2023-session.json', { sessions: 352, speakers: 415, rooms: 28, tracks: 39 }],
    ['fosdem-2025.xml', { sessions: 1105, speakers: 1193, rooms: 35, tracks: 79 }],
    ['frab-camp2019.json', { sessions: 79, speakers: 90, rooms: 2, tracks: 7 }],
    ['pretalx-democon.json', { sessions: 36, speakers: 27, rooms: 2, tracks: 2 }],
  ])('takes %s whole, and again without a change', async (name, expected) => {
    const first = await bench.import(new URL(name, wholeFiles))
    const again = await bench.import(new URL(name, wholeFiles), {}, later)
    for (const [module, count] of Object.entries(expected)) {
      expect(first.counts).toHaveProperty(module, `new ${count}`)
      expect(again.counts).toHaveProperty(module, `unchanged ${count}`)
    }
  })
})
