import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { beforeAll, expect, it, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/db/client.ts'
import { lockExclusive } from '#server/db/locks.ts'
import { migrate, migrateTo } from '#server/db/migrate.ts'
import { ensureFirstOrganiser, insertUser } from '#server/accounts/users.ts'
import { createRegistry } from '#server/engine/schema/registry.ts'
import { folderStorage } from '#server/files/storage.ts'
import { serverModules } from '#server/modules/index.ts'
import { fillSampleForum } from '#server/sample/fill-sample.ts'
import { checkTables } from '#server/engine/schema/tables.ts'
import { prepareQuery, buildInsert, runBatch } from '#server/db/prepared-query.ts'
import { bumpModuleRevisionOnCommit, bumpRevision } from '#server/db/bump-revision.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { bothDatabases, getPostgresUrl } from '../support/databases.ts'
import { testSecrets } from '../support/keys.ts'
import { createDatabaseOn } from '../support/postgres.ts'
import { startServer } from '../support/server.ts'

bothDatabases('the database', (suite) => {
  beforeAll(async () => migrate(await suite.open()))

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
    expect(await revisionsOf(db)).toEqual({ whole: 1 })
  })

  test('a reader sees nothing of a transaction that is not finished, and does not wait for it', async () => {
    const db = await suite.open()
    await db.transaction(async (trx) => {
      await trx.insertInto('module_revisions').values({ module: 'unfinished', revision: 1 }).execute()
      expect(await revisionsOf(db)).not.toHaveProperty('unfinished')
    })
    expect(await revisionsOf(db)).toHaveProperty('unfinished')
  })

  test('read, think, write in parallel over two connections loses no step', async () => {
    const steps = 40
    const first = await suite.open()
    const start = { module: 'counted', revision: 0 }
    await first.kysely.insertInto('module_revisions').values(start).execute()
    const countAll = async (db: Database) => {
      for (let step = 0; step < steps; step += 1) await countUp(db)
    }
    await Promise.all([first, await suite.open()].map(countAll))
    expect(await revisionsOf(first)).toMatchObject({ counted: 2 * steps })
  })
})

/** Reads, thinks and writes in one transaction. */
function countUp(db: Database): Promise<unknown> {
  return db.transaction(async (trx) => {
    if (db.dialect === 'postgres') await sql`lock table module_revisions in exclusive mode`.execute(trx)
    const counted = trx.selectFrom('module_revisions').select('revision').where('module', '=', 'counted')
    const { revision } = await counted.executeTakeFirstOrThrow()
    await sleep(1)
    const next = trx.updateTable('module_revisions').set({ revision: revision + 1 })
    return next.where('module', '=', 'counted').execute()
  })
}

const registry = createRegistry(serverModules)
const clock = { now: () => new Date('2026-03-01T00:00:00Z') }

bothDatabases('two servers that start together on an empty database', (suite) => {
  test('make tables, sample and first organiser once, and neither fails', async () => {
    const storage = folderStorage(join(suite.place.dataDir, 'files'))
    const prepare = async (db: Database) => {
      await migrate(db)
      const counts = await fillSampleForum({ db, registry, storage, secrets: testSecrets, clock })
      const organiser = await ensureFirstOrganiser(db, { organiserLogin: 'organiser' }, clock.now())
      return { counts, organiser }
    }
    const both = await Promise.all([await suite.open(), await suite.open()].map(prepare))
    expect(both.filter(({ counts }) => counts)).toHaveLength(1)
    expect(both.filter(({ organiser }) => organiser)).toHaveLength(1)
  })
})

test('a server that starts waits as long as another one makes search texts anew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-start-'))
  // So long a call may wait here: who starts must not be held to it.
  const config = { databaseUrl: await createDatabaseOn(await getPostgresUrl()), dataDir, timeoutMs: 200 }
  const open = [await openDatabase({ ...config, timeoutMs: Infinity }), await openDatabase(config)] as const
  const [first, hasty] = open
  onTestFinished(async () => {
    for (const db of open) await db.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await migrate(first)
  const deps = {
    registry,
    storage: folderStorage(dataDir),
    secrets: testSecrets,
    clock,
    publicationClock: clock,
  }
  const waiting = await first.transaction(async (trx) => {
    await lockExclusive(trx, 'search_texts')
    const start = prepareDatabase({ ...config, hasSampleData: false, organiserLogin: 'organiser' }, deps)
    const outcome = start.catch((error: unknown) => error)
    await waitingFor(first)
    const call = hasty.transaction((other) => lockExclusive(other, 'search_texts'))
    await expect(call).rejects.toMatchObject({ code: '57014' })
    return { outcome }
  })
  expect(await waiting.outcome).toMatchObject({ doKeysMatch: true, firstOrganiser: { login: 'organiser' } })
})

/** Lays a line to a server that can be cut: every connection breaks then, and new ones are refused. */
async function layLine(to: string) {
  const { hostname, port } = new URL(to)
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cut = (): void => {
    isCut = true
    ends.forEach((end) => end.destroy())
  }
  return { url: url.href, cut, mend: () => void (isCut = false), close: () => (cut(), server.close()) }
}

test('while PostgreSQL is away writes are refused with a time to come back, and then all goes on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-away-'))
  const line = await layLine(await createDatabaseOn(await getPostgresUrl()))
  const db = await openDatabase({ databaseUrl: line.url, dataDir })
  await migrate(db)
  const password = 'a pass phrase'
  await insertUser(db.kysely, { id: 'u', loginName: 'chair', password, role: 'organiser' }, new Date())
  const server = await startServer({ db, dataDir })
  onTestFinished(async () => {
    await server.close()
    await db.close()
    line.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const signIn = () => server.post('/front/user/login', { login_name: 'chair', login_pwd: password })
  const { data } = (await (await signIn()).json()) as { data: { token: string } }
  const settings = await server.get('/front/query/rooms/all')

  line.cut()
  // The token cannot be looked up: that is no reason to sign the person out.
  const answers = await Promise.all([signIn(), server.get('/front/user/current', data.token)])
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toMatchObject({ code: 503, error: { key: 'server.unavailable' } })
  }
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
  expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  expect((await server.get('/front/query/rooms/all')).status).toBe(settings.status)

  line.mend()
  expect((await server.get('/front/user/current', data.token)).status).toBe(200)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('however many ask at one moment whether the storage is well, one answer is found for all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'forum-probed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = folderStorage(folder)
  const probes = Array.from({ length: 20 }, () => storage.probe())
  await Promise.all(probes)
  expect(new Set(probes).size).toBe(1)
  // The next one asks anew: a disk that was full a moment ago may have room now.
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  await expect(storage.probe()).rejects.toThrow('ENOTDIR')
  await rm(folder)
  await storage.probe()
})

bothDatabases('accounts of before', (suite) => {
  test('become rows of the module with all that hangs on them', async () => {
    const db = await suite.open()
    await migrateTo(db.kysely, '2026-11-22-public-modules')
    const at = '2026-03-01T00:00:00Z'
    await sql`insert into users (id, login_name, mobile, display_name, password_hash, role, is_administrator,
      weixin_openid, created_at, updated_at) values
      ('u1', 'organiser', null, 'One', 'hash', 'organiser', ${true}, 'open', ${at}, ${at}),
      ('u2', '+8613800138000', '+8613800138000', 'Two', null, 'staff', ${false}, null, ${at}, ${at})`.execute(
      db.kysely,
    )
    await sql`insert into sign_ins (token_hash, id, user_id, created_at, last_used_at, expires_at) values
      ('t', 's', 'u2', ${at}, ${at}, ${at})`.execute(db.kysely)
    const read = (table: 'users' | 'sign_ins') =>
      db.kysely
        .selectFrom(table)
        .selectAll()
        .orderBy(sql.ref(table === 'users' ? 'id' : 'token_hash'))
        .execute()
    const before = { users: await read('users'), signIns: await read('sign_ins') }

    await migrate(db)

    await checkTables(db.kysely, [createRegistry(serverModules).get('users')])
    const users = await read('users')
    expect(users).toMatchObject(before.users.map((row) => ({ ...row, version: 1, grants: null })))
    expect(await read('sign_ins')).toMatchObject(before.signIns)
    const again = sql`insert into users (id, login_name, display_name, role, created_at, updated_at)
      values ('u3', 'organiser', 'Three', 'staff', ${at}, ${at})`
    await expect(again.execute(db.kysely)).rejects.toThrow(/unique/i)
    await db.kysely.deleteFrom('users').where('id', '=', 'u2').execute()
    expect(await read('sign_ins')).toEqual([])
  })
})

const revisionOf = prepareQuery((kysely, { module }: { module: string }) =>
  kysely.selectFrom('module_revisions').select('revision').where('module', '=', module).compile(),
)

bothDatabases('queries that are kept', (suite, dialect) => {
  let db: Database

  beforeAll(async () => {
    db = await suite.open()
    await migrate(db)
  })

  test('take the values of each call, in and outside of transactions', async () => {
    await db.kysely
      .insertInto('module_revisions')
      .values(['a', 'b'].map((module, index) => ({ module, revision: index + 1 })))
      .execute()
    for (const [module, revision] of [
      ['a', 1],
      ['b', 2],
      ['a', 1],
    ] as const)
      expect(await revisionOf.run(db.kysely, { module })).toEqual([{ revision }])
    await db.transaction(async (trx) => {
      await trx.updateTable('module_revisions').set({ revision: 9 }).where('module', '=', 'a').execute()
      expect(await revisionOf.run(trx, { module: 'a' })).toEqual([{ revision: 9 }])
    })
  })

  test('run together, each with its own values, or not at all', async () => {
    const write = (module: string, task: string) =>
      db.transaction((trx) =>
        runBatch(trx, [
          buildInsert(trx, 'module_revisions', { module, revision: 3 }),
          buildInsert(trx, 'task_runs', { task, ran_at: '2023-09-01T00:00:00Z' }),
        ]),
      )
    await write('c', 'first')
    await write('d', 'second')
    await expect(write('e', 'second')).rejects.toThrow(/unique/i)
    expect(await revisionOf.run(db.kysely, { module: 'd' })).toEqual([{ revision: 3 }])
    expect(await revisionOf.run(db.kysely, { module: 'e' })).toEqual([])
    const tasks = await db.kysely.selectFrom('task_runs').select('task').orderBy('task').execute()
    expect(tasks.map(({ task }) => task)).toEqual(['first', 'second'])
  })

  test('are prepared once for a connection of PostgreSQL', async () => {
    if (dialect === 'sqlite') return
    const names = await db.kysely.connection().execute(async (one) => {
      for (const module of ['a', 'b', 'c']) await revisionOf.run(one, { module })
      return sql<{ statement: string }>`select statement from pg_prepared_statements
        where statement like '%from "module_revisions" where "module" = $1'`.execute(one)
    })
    expect(names.rows).toHaveLength(1)
  })
})

bothDatabases('revisions of modules', (place, dialect) => {
  const opened = async () => {
    const db = await place.open()
    await migrate(db)
    return db
  }

  it('grow by one for each transaction that wrote, and not for one that failed', async () => {
    const db = await opened()
    await db.transaction(async (trx) => {
      await bumpModuleRevisionOnCommit(trx, 'whole')
      await bumpModuleRevisionOnCommit(trx, "o'clock")
    })
    await db.transaction((trx) => bumpModuleRevisionOnCommit(trx, 'whole'))
    const failed = db.transaction(async (trx) => {
      await bumpModuleRevisionOnCommit(trx, 'whole')
      throw new Error('half-way')
    })
    await expect(failed).rejects.toThrow('half-way')
    // The connection of the failed one carries nothing over.
    await db.transaction((trx) => bumpModuleRevisionOnCommit(trx, 'other'))
    expect(await revisionsOf(db)).toMatchObject({ whole: 2, "o'clock": 1, other: 1 })
  })

  it('grow at once where there is no transaction', async () => {
    const db = await opened()
    await bumpModuleRevisionOnCommit(db.kysely, 'alone')
    expect(await revisionsOf(db)).toMatchObject({ alone: 1 })
    await db.snapshot((trx) => trx.selectFrom('module_revisions').select('module').execute())
    expect(await revisionsOf(db)).toMatchObject({ alone: 1 })
  })

  it('are counted by transactions that wrote modules in any order, and never twice at once', async () => {
    const db = await opened()
    const orders = Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? ['a', 'b'] : ['b', 'a']))
    const write = (modules: readonly string[]) =>
      db.transaction(async (trx) => {
        for (const module of modules) await bumpModuleRevisionOnCommit(trx, module)
      })
    for (let round = 0; round < 50; round += 1) {
      await Promise.all(orders.map(write))
    }
    expect(await revisionsOf(db)).toMatchObject({ a: 400, b: 400 })
  })

  // One transaction of SQLite writes at a time: no two are under way.
  if (dialect === 'sqlite') return

  it('are not waited for by who writes the same module meanwhile', async () => {
    const db = await opened()
    await db.transaction(async (first) => {
      await bumpModuleRevisionOnCommit(first, 'busy')
      await db.transaction((second) => bumpModuleRevisionOnCommit(second, 'busy'))
      expect(await revisionsOf(db)).toMatchObject({ busy: 1 })
    })
    expect(await revisionsOf(db)).toMatchObject({ busy: 2 })
  })

  it('that are counted at once keep others from ending before', async () => {
    const db = await opened()
    const order: string[] = []
    let other: Promise<unknown> = Promise.resolve()
    await db.transaction(async (trx) => {
      await bumpRevision(trx, 'held')
      other = db
        .transaction((later) => bumpModuleRevisionOnCommit(later, 'held'))
        .then(() => order.push('other'))
      await waitingFor(db)
      order.push('first')
    })
    await other
    expect(order).toEqual(['first', 'other'])
  })
})

async function revisionsOf(db: Database): Promise<Record<string, number>> {
  const rows = await db.kysely.selectFrom('module_revisions').selectAll().execute()
  return Object.fromEntries(rows.map(({ module, revision }) => [module, revision]))
}

/** Ends when a connection waits for a lock. */
async function waitingFor(db: Database): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely)
    return rows.length > 0
  }
  await expect.poll(waiting).toBe(true)
}
