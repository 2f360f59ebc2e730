import { describe, expect, it } from 'vitest'
import { forumSetting } from '#contract/forum.ts'
import { formatDateInTimeZone, overlaps, toZonedTime } from '#contract/time.ts'
import { sessions, tracks } from './programme.ts'

const zone = forumSetting.timeZone
const pairs = sessions.flatMap((a, index) => sessions.slice(index + 1).map((b) => [a, b] as const))
const sameTimePairs = pairs.filter(([a, b]) => overlaps(a, b))

describe('the programme of the sample forum', () => {
  it('takes place on the days of the forum, each session with a duration [3]', () => {
    const dates = sessions.flatMap(({ starts_at, ends_at }) => [
      formatDateInTimeZone(starts_at, zone),
      formatDateInTimeZone(ends_at, zone),
    ])
    expect([...new Set(dates)].toSorted()).toEqual(['2023-09-05', '2023-09-06', '2023-09-07'])
    expect(idsOf(sessions.filter(({ starts_at, ends_at }) => starts_at >= ends_at))).toEqual([])
  })

  it.each(tracks)('keeps the sessions of sub-forum $code in its time and room [T50]', (track) => {
    const own = sessions.filter((session) => session.track === track.id)
    const outside = own.filter(
      (session) =>
        session.starts_at < track.starts_at || session.ends_at > track.ends_at || session.room !== track.room,
    )
    expect(idsOf(outside)).toEqual([])
    expect(own.length).toBeGreaterThanOrEqual(5)
    expect(own[0]?.starts_at).toBe(track.starts_at)
    expect(own.at(-1)?.ends_at).toBe(track.ends_at)
  })

  it('never puts two sessions into a room at a time', () => {
    expect(sameTimePairs.filter(([a, b]) => a.room === b.room).map(idsOf)).toEqual([])
  })

  it('never has a speaker in two rooms at a time', () => {
    const clashes = sameTimePairs.filter(([a, b]) => a.speakers.some((id) => b.speakers.includes(id)))
    expect(clashes.map(idsOf)).toEqual([])
  })

  it('has sub-forums at the same time in different rooms', () => {
    const sameTime = tracks.flatMap((a, index) =>
      tracks.slice(index + 1).filter((b) => overlaps(a, b) && a.room !== b.room),
    )
    expect(sameTime.length).toBeGreaterThanOrEqual(2)
  })

  it('tours on the morning of the third day [121]', () => {
    const tours = sessions.filter(({ type }) => type === 'tour')
    const elsewhen = tours.filter(
      ({ starts_at, ends_at }) =>
        formatDateInTimeZone(starts_at, zone) !== '2023-09-07' ||
        toZonedTime(ends_at, zone).getUTCHours() > 12,
    )
    expect(tours).toHaveLength(4)
    expect(idsOf(elsewhen)).toEqual([])
  })

  it('opens on the first morning and closes at the end', () => {
    expect(sessions.find(({ id }) => id === 'opening-ceremony')?.starts_at).toBe('2023-09-05T01:30:00Z')
    const last = sessions.toSorted((a, b) => a.ends_at.localeCompare(b.ends_at)).at(-1)
    expect(last?.id).toBe('closing-ceremony')
  })

  it('has a code of its own for every session', () => {
    expect(new Set(sessions.map(({ code }) => code)).size).toBe(sessions.length)
  })

  it('shows what layouts must bear: a cancelled session and long titles', () => {
    expect(idsOf(sessions.filter(({ state }) => state === 'cancelled'))).toEqual(['hydrogen-pipelines'])
    expect(sessions.filter(({ title }) => title['zh-CN'].length > 30).length).toBeGreaterThanOrEqual(2)
    expect(sessions.filter(({ title }) => title.en.length > 100).length).toBeGreaterThanOrEqual(2)
  })

  it('describes each talk in two to four sentences in both languages', () => {
    const odd = sessions
      .filter(({ type }) => type !== 'break' && type !== 'other')
      .filter(({ abstract }) => {
        const zh = abstract['zh-CN'].match(/[。？！]/g)?.length ?? 0
        const en = abstract.en.match(/[.?!](?:\s|$)/g)?.length ?? 0
        return zh < 2 || zh > 4 || en < 2 || en > 4
      })
    expect(idsOf(odd)).toEqual([])
  })
})

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
