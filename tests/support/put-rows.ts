import type { ModuleDefinition } from '../../contract/module-definition.ts'
import { paths } from '../../contract/calls.ts'
import { openDatabase } from '../../server/db/client.ts'
import { writeRows, type RowToWrite } from '../../server/engine/write-rows.ts'
import type { ForumProcess } from './forum-process.ts'

/** Writes rows beside a running forum, and waits until it answers with all of them. */
export async function putRows(
  forum: ForumProcess,
  definition: ModuleDefinition,
  rows: readonly RowToWrite[],
): Promise<void> {
  const db = await openDatabase({ dataDir: forum.dataDir })
  await db.transaction((trx) => writeRows(trx, definition, rows, { now: new Date() }))
  await db.close()
  for (const { id } of rows) await untilAnswered(forum.url + '/api' + paths.detail(definition.name, id))
  // Lists come from memory for up to a second after a write beside the server.
  const last = rows.at(-1)?.id ?? ''
  const list = `${forum.url}/api${paths.list(definition.name)}?fields=id&filters=id:eq:${last}`
  await untilAnswered(list, last)
}

async function untilAnswered(url: string, text = ''): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(url)
    if (answer.ok && (await answer.text()).includes(text)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The forum does not answer ${url}`)
}
