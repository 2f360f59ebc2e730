import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/db/client.ts'
import { migrate } from '../../server/db/migrate.ts'
import { bothDatabases, type DataPlace } from '../support/databases.ts'

const writerScript = fileURLToPath(new URL('../support/revision-writer.ts', import.meta.url))

bothDatabases('the database', (suite) => {
  test('two processes that start together migrate once', async () => {
    const [first, second] = await Promise.all([suite.open(), suite.open()])
    await Promise.all([migrate(first), migrate(second)])
    await first.kysely.insertInto('module_revisions').values({ module: 'a', revision: 1 }).execute()
    expect(await second.kysely.selectFrom('module_revisions').selectAll().execute()).toEqual([
      { module: 'a', revision: 1 },
    ])
  })

  test('a transaction that throws leaves nothing, and the next one goes on', async () => {
    const db = await suite.open()
    const write = db.transaction(async (trx) => {
      await trx.insertInto('module_revisions').values({ module: 'half', revision: 1 }).execute()
      throw new Error('half-way')
    })
    await expect(write).rejects.toThrow('half-way')
    await db.transaction((trx) =>
      trx.insertInto('module_revisions').values({ module: 'whole', revision: 1 }).execute(),
    )
    expect(await modulesIn(suite.place, ['half', 'whole'])).toEqual(['whole'])
  })

  test('a reader sees nothing of a transaction that is not finished, and does not wait for it', async () => {
    const db = await suite.open()
    await db.transaction(async (trx) => {
      await trx.insertInto('module_revisions').values({ module: 'unfinished', revision: 1 }).execute()
      const seen = await db.kysely
        .selectFrom('module_revisions')
        .select('module')
        .where('module', '=', 'unfinished')
        .execute()
      expect(seen).toEqual([])
    })
    expect(await modulesIn(suite.place, ['unfinished'])).toEqual(['unfinished'])
  })

  test('read, think, write in parallel from two processes loses no step', async () => {
    const steps = 40
    const writers = [0, 1].map(() => runWriter(suite.place, 'counted', steps))
    expect(await Promise.all(writers.map((writer) => writer.exit))).toEqual([0, 0])
    const db = await suite.open()
    const row = await db.kysely
      .selectFrom('module_revisions')
      .select('revision')
      .where('module', '=', 'counted')
      .executeTakeFirstOrThrow()
    expect(row.revision).toBe(2 * steps)
  })

  test('what a killed process has acknowledged is there', async () => {
    const writer = runWriter(suite.place, 'killed', 100_000)
    while (writer.acknowledged() < 20) await sleep(10)
    writer.child.kill('SIGKILL')
    await writer.exit
    const db = await suite.open()
    const row = await db.kysely
      .selectFrom('module_revisions')
      .select('revision')
      .where('module', '=', 'killed')
      .executeTakeFirstOrThrow()
    expect(row.revision).toBeGreaterThanOrEqual(writer.acknowledged())
  })
})

async function modulesIn(place: DataPlace, wanted: string[]): Promise<string[]> {
  const db = await openDatabase(place)
  const rows = await db.kysely
    .selectFrom('module_revisions')
    .select('module')
    .where('module', 'in', wanted)
    .execute()
  await db.close()
  return rows.map((row) => row.module)
}

function runWriter(place: DataPlace, module: string, steps: number) {
  const child = spawn(process.execPath, [writerScript, JSON.stringify(place), module, String(steps)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  return {
    child,
    exit: new Promise<number | null>((resolve) => child.on('exit', resolve)),
    /** The last step that the process has said to be written. */
    acknowledged: () => Number(printed.trim().split('\n').at(-1) ?? 0),
  }
}
