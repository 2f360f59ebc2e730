import { subForums, type ForumSetting } from '../../../contract/forum.ts'
import type { RoomRow, SessionRow } from '../../../src/features/sessions/rows.ts'
import type { Replies } from './network.ts'
import { getSample, listOf } from './sample.ts'

const both = (zh: string, en = zh) => ({ 'zh-CN': zh, en })

/** Gets a session of the sample as the server lists it. */
async function getSession(): Promise<SessionRow> {
  const { items } = await getSample<{ items: SessionRow[] }>('/front/query/sessions/all?size=0')
  const found = items.find(({ id }) => id === 'storage-panel')
  if (!found) throw new Error('the sample has no such session')
  return { ...found, subtitle: null, speakers: [] }
}

/** The day of {@link createParallelDay}: the one after the sample's. */
export const parallelDay = '2023-09-08'

/** Replies with a day of all eleven sub-forums at the same time, each in a room with a long name, three times over. */
export async function createParallelDay(): Promise<Replies> {
  const session = await getSession()
  const rooms: RoomRow[] = subForums.map(({ number }) => ({
    id: `parallel-${number}`,
    position: 100 + number,
    floor: null,
    name: both(
      `国际博览中心第${number}会议厅（主楼西侧）`,
      `Conference room ${number}, west wing of the main building`,
    ),
  }))
  const sessions = ['01:00', '02:30', '06:00'].flatMap((start) =>
    subForums.map(({ number, name }): SessionRow => ({
      ...session,
      id: `parallel-${number}-${start.replace(':', '')}`,
      title: both(
        `${name['zh-CN']}：从示范项目走向规模化应用的路径、成本与国际合作经验`,
        `${name.en}: from pilot projects to use at scale, paths, costs and what international cooperation taught`,
      ),
      starts_at: `${parallelDay}T${start}:00Z`,
      ends_at: new Date(Date.parse(`${parallelDay}T${start}:00Z`) + 3_600_000).toISOString(),
      track: `t-${number}`,
      room: `parallel-${number}`,
    })),
  )
  return { '/front/query/sessions/all': listOf(sessions), '/front/query/rooms/all': listOf(rooms) }
}

/**
 * Replies with a forum in Shanghai over the three days around one date. On the day in the middle a session runs over each
 * moment at which clocks in New York or Los Angeles change, and one until midnight.
 * @param date the day in the middle, `YYYY-MM-DD`
 */
export async function createClockChange(date: string): Promise<Replies> {
  const [session, forum] = await Promise.all([getSession(), getSample<ForumSetting>('/front/settings/forum')])
  const days = [-1, 0, 1].map((distance) => {
    const day = new Date(`${date}T00:00:00Z`)
    day.setUTCDate(day.getUTCDate() + distance)
    return day.toISOString().slice(0, 10)
  })
  const [before = '', middle = '', after = ''] = days
  const createSession = (title: string, day: string, start: string, minutes: number): SessionRow => {
    const startMs = Date.parse(`${day}T${start}:00+08:00`)
    const [starts_at, ends_at] = [startMs, startMs + minutes * 60_000].map((ms) => new Date(ms).toISOString())
    return {
      ...session,
      id: title.replaceAll(' ', '-'),
      title: both(title),
      starts_at: starts_at ?? '',
      ends_at: ends_at ?? '',
    }
  }
  const sessions = [
    createSession('the day before', before, '10:00', 60),
    createSession('over the east', middle, '13:30', 120),
    createSession('over the west', middle, '16:30', 120),
    createSession('until midnight', middle, '23:00', 59),
    createSession('the day after', after, '00:10', 60),
  ]
  return {
    '/front/settings/forum': { data: { ...forum, startsOn: before, endsOn: after } },
    '/front/query/sessions/all': listOf(sessions),
    '/front/query/sessions/*': ({ path }) => ({ data: sessions.find(({ id }) => path.endsWith(`/${id}`)) }),
  }
}
