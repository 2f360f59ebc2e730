import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { listStoredTables } from '#server/db/catalogue.ts'
import { backUp, emptyPlace, listStored, openPlace } from '../support/backups.ts'
import { runCommand } from '../support/command.ts'
import { compiled } from '../support/compiled.ts'
import { bothDatabases, type DataPlace } from '../support/databases.ts'

/** Each test runs several commands, in processes of their own. */
vi.setConfig({ testTimeout: 180_000 })

const script = fileURLToPath(new URL('../../scripts/forum.ts', import.meta.url))

/** Restores in a process of its own, which is killed as soon as it says that it is so far. */
async function restoreAndKill(place: DataPlace, archive: string, killAt: string): Promise<unknown> {
  const env = { ...compiled, LANG: 'en', DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' }
  const args = ['--disable-warning=ExperimentalWarning', script, 'restore', archive, '--replace']
  const child = spawn(process.execPath, args, {
    cwd: place.dataDir,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes(killAt)) child.kill('SIGKILL')
  })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal ?? code
}

bothDatabases('a restore that is killed', (suite, dialect) => {
  test('has written nothing, leaves what was there as it was, and can be repeated [F2]', async () => {
    await runCommand(suite.place, ['sample'])
    await runCommand(suite.place, ['load-sample', '--articles', '1500'])
    const archive = join(suite.place.dataDir, 'b.tar')
    const { tables } = await backUp(suite.place, archive)

    const empty = await emptyPlace(dialect)
    expect(await restoreAndKill(empty, archive, 'rows/informations/000002')).toBe('SIGKILL')
    expect(await listStoredTables((await openPlace(empty)).kysely)).toEqual([])

    const filled = await emptyPlace(dialect)
    await runCommand(filled, ['sample'])
    const before = await backUp(filled, join(filled.dataDir, 'before.tar'))
    const stored = await listStored(filled)
    expect(await restoreAndKill(filled, archive, 'rows/tracks/')).toBe('SIGKILL')
    const after = await backUp(filled, join(filled.dataDir, 'after.tar'))
    expect({ ...after.tables, audit_log: {} }).toEqual({ ...before.tables, audit_log: {} })
    expect((await listStored(filled)).filter((name) => !name.startsWith('arrivals'))).toEqual(stored)

    expect(await runCommand(filled, ['restore', archive, '--replace'])).toMatchObject({ code: 0 })
    const repeated = await backUp(filled, join(filled.dataDir, 'repeated.tar'))
    expect(repeated.tables['informations']).toEqual(tables['informations'])
    expect(await listStored(filled)).toHaveLength(stored.length)
  })
})
