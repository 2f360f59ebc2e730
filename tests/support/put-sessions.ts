import { subForums } from '../../contract/forum.ts'
import { rooms } from '../../contract/modules/rooms.ts'
import { sessions } from '../../contract/modules/sessions.ts'
import type { RowOf } from '../../contract/row.ts'
import { openDatabase } from '../../server/db/client.ts'
import { writeRows } from '../../server/engine/write-rows.ts'
import type { ForumProcess } from './forum-process.ts'

/** A session to be written; of one that is there, fields that are left out stay as they are. */
type SessionToWrite = Partial<RowOf<typeof sessions>> & { id: string }

const text = (zh: string, en: string) => ({ 'zh-CN': zh, en })

/** Writes sessions beside a running forum, and waits until its list has them. A state of draft takes one away. */
export async function putSessions(forum: ForumProcess, rows: readonly SessionToWrite[]): Promise<void> {
  const db = await openDatabase({ dataDir: forum.dataDir })
  await db.transaction((trx) => writeRows(trx, sessions, rows, { now: new Date() }))
  await db.close()
  await untilListed(forum, rows)
}

/** The day on which {@link putParallelDay} puts its sessions: the one after the sample's. */
export const parallelDay = '2023-09-08'

/** A day with all eleven sub-forums at the same time, each in a room of its own with a long name, three times over. */
export async function putParallelDay(forum: ForumProcess): Promise<void> {
  const db = await openDatabase({ dataDir: forum.dataDir })
  const halls = subForums.map(({ number }) => ({
    id: `parallel-${number}`,
    position: 100 + number,
    name: text(
      `国际博览中心第${number}会议厅（主楼西侧）`,
      `Conference room ${number}, west wing of the main building`,
    ),
  }))
  await db.transaction((trx) => writeRows(trx, rooms, halls, { now: new Date() }))
  await db.close()
  const rows = ['01:00', '02:30', '06:00'].flatMap((start) =>
    subForums.map(({ number, name }) => ({
      id: `parallel-${number}-${start.replace(':', '')}`,
      type: 'talk' as const,
      state: 'confirmed' as const,
      title: text(
        `${name['zh-CN']}：从示范项目走向规模化应用的路径、成本与国际合作经验`,
        `${name.en}: from pilot projects to use at scale, paths, costs and what international cooperation taught`,
      ),
      language: number % 2 === 0 ? 'en' : 'zh-CN',
      starts_at: `${parallelDay}T${start}:00Z`,
      ends_at: `${parallelDay}T${start.startsWith('06') ? '07:30' : `0${Number(start[1]) + 1}:00`}:00Z`,
      track: `t-${number}`,
      room: `parallel-${number}`,
    })),
  )
  await putSessions(forum, rows)
}

/** The forum looks for changes of its lists once a second. */
async function untilListed(forum: ForumProcess, rows: readonly SessionToWrite[]): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${forum.url}/api/front/query/sessions/all?size=0`)
    const { data } = (await answer.json()) as { data: { items: readonly Record<string, unknown>[] } }
    const listed = new Map(data.items.map((row) => [row['id'], row]))
    if (rows.every((row) => isListed(row, listed.get(row.id)))) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The forum does not list ${rows.map(({ id }) => id).join(', ')}`)
}

function isListed(row: SessionToWrite, listed: Record<string, unknown> | undefined): boolean {
  if (row.state === 'draft') return listed === undefined
  if (!listed) return false
  return Object.entries(row).every(([key, value]) => JSON.stringify(listed[key]) === JSON.stringify(value))
}
