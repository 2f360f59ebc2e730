import { createHash } from 'node:crypto'

/**
 * A forum in Shanghai over the three days around one date, as a schedule to import. On the day in the middle a session
 * runs over each moment at which clocks in New York or Los Angeles change, and one until midnight.
 * @param date the day in the middle, `YYYY-MM-DD`
 */
export function clockChangeSchedule(date: string): string {
  const days = [-1, 0, 1].map((distance) => dayAt(date, distance))
  const [first = '', middle = '', last = ''] = days
  const conference = {
    acronym: `clock-change-${date}`,
    title: 'Clock change',
    start: first,
    end: last,
    daysCount: days.length,
    timeslot_duration: '00:05',
    time_zone_name: 'Asia/Shanghai',
    days: [
      day(1, first, [session('the-day-before', first, '10:00', '01:00')]),
      day(2, middle, [
        session('over-the-east', middle, '13:30', '02:00'),
        session('over-the-west', middle, '16:30', '02:00'),
        session('until-midnight', middle, '23:00', '00:59'),
      ]),
      day(3, last, [session('the-day-after', last, '00:10', '01:00')]),
    ],
  }
  return JSON.stringify({ schedule: { version: '1', base_url: 'https://forum.example/', conference } })
}

function dayAt(date: string, distance: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + distance)
  return at.toISOString().slice(0, 10)
}

function day(index: number, date: string, sessions: readonly object[]) {
  return {
    index,
    date,
    day_start: `${date}T00:00:00+08:00`,
    day_end: `${date}T23:59:59+08:00`,
    rooms: { Hall: sessions },
  }
}

function session(slug: string, date: string, start: string, duration: string) {
  return {
    guid: `00000000-0000-4000-8000-${createHash('sha256').update(slug).digest('hex').slice(0, 12)}`,
    id: slug,
    date: `${date}T${start}:00+08:00`,
    start,
    duration,
    room: 'Hall',
    slug,
    title: slug.replaceAll('-', ' '),
    type: 'talk',
    language: 'en',
    persons: [],
    links: [],
  }
}
