import { expect, it } from 'vitest'
import { rooms } from '#contract/modules/rooms.ts'
import { sessions } from '#contract/modules/sessions.ts'
import { settings } from '#contract/modules/settings.ts'
import { writeRows } from '#server/engine/write-rows.ts'
import { eachDatabase } from '../support/databases.ts'
import { fixture, importBench, now } from '../support/schedule-import.ts'

eachDatabase('a schedule in place of the sample', (place) => {
  const bench = importBench(place)

  it('takes the sample out, but for what others need', async () => {
    const name = { 'zh-CN': '会场', en: 'Room' }
    await bench.db.transaction(async (trx) => {
      const sample = { source: 'sample' }
      await writeRows(
        trx,
        rooms,
        [
          { id: 'used', position: 1, name, ...sample },
          { id: 'unused', position: 2, name, ...sample },
        ],
        { now },
      )
      const times = { starts_at: '2023-09-05T01:00:00Z', ends_at: '2023-09-05T02:00:00Z', title: name }
      await writeRows(
        trx,
        sessions,
        [
          { id: 's1', ...times, room: 'unused', ...sample },
          { id: 's2', ...times, room: 'used' },
        ],
        { now },
      )
    })
    const { printed } = await bench.import(fixture('democon-excerpt.json'), { replaceSample: true })
    expect(printed).toContain('Rows of the sample forum taken out: 2.')
    expect(await bench.rows(sessions, { id: ['s1', 's2'] })).toMatchObject([{ id: 's2' }])
    expect(await bench.rows(rooms, { id: ['used', 'unused'] })).toMatchObject([{ id: 'used' }])
  })

  it('reads times that have neither offset nor zone as those of the forum, and says so', async () => {
    const event = '<event id="1"><start>09:30</start><title>t</title><duration>00:30</duration></event>'
    const { taken, printed } = await bench.import(
      `<schedule><conference><title>Old</title></conference>
       <day date="2019-02-02"><room name="Hall">${event}</room></day></schedule>`,
    )
    expect(taken).toBe(true)
    expect(printed.at(-1)).toContain('Asia/Shanghai, the zone of the forum')
    expect(await bench.rows(sessions)).toMatchObject([{ starts_at: '2019-02-02T01:30:00Z' }])
  })

  it('makes the conference the forum', async () => {
    await bench.import(fixture('fosdem-2025-excerpt.xml'), { asForum: true })
    expect(await bench.rows(settings, { name: 'forum' })).toMatchObject([
      {
        is_public: true,
        value: { name: { en: 'FOSDEM 2025' }, timeZone: 'Europe/Brussels', startsOn: '2025-02-01' },
      },
    ])
  })
})
