import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ErrorKey } from '#contract/errors.ts'
import { createRegistry } from '#server/engine/registry.ts'
import { runRetention } from '#server/retention/run-retention.ts'
import { addPerson } from '../support/accounts.ts'
import { bothDatabases } from '../support/databases.ts'
import { keyOf, nextNote, startOnceForum, type OnceForum } from '../support/once-forum.ts'

const dayMs = 24 * 3600 * 1000
const program = fileURLToPath(new URL('../support/once-server.ts', import.meta.url))

bothDatabases('answers that are kept', (suite, dialect) => {
  let forum: OnceForum

  beforeAll(async () => {
    forum = await startOnceForum(suite)
  })
  afterAll(() => forum.close())
  beforeEach(() => forum.reset())

  describe('refused', () => {
    const domain: ErrorKey[] = [
      'request.invalid',
      'permission.state',
      'not_found',
      'row.stale',
      'request.too_large',
      'request.unsupported_type',
      'validation.failed',
    ]
    test.each(domain)(
      'by %s stay refused, with nothing written, though they would pass now [139]',
      async (key) => {
        const { text, body } = nextNote()
        forum.hooks.trouble = () => key
        const first = await forum.send(key.replace('.', '-'), body)
        expect([keyOf(first), first.isReplayed, first.key]).toEqual([key, false, key.replace('.', '-')])
        expect(JSON.parse(first.text)).toMatchObject({
          data: { text },
          error: { fields: [{ path: 'text', text: 'This value is not valid.' }] },
          requestId: expect.stringMatching(/^request-\d+$/) as string,
        })
        forum.hooks.trouble = () => undefined
        const again = await forum.send(key.replace('.', '-'), body, { to: forum.other, language: 'zh-CN' })
        expect(again).toEqual({ ...first, isReplayed: true })
        expect(await forum.countNotes(text)).toBe(0)
      },
    )

    const passing: (ErrorKey | Error)[] = [
      'sign_in.required',
      'sign_in.refused',
      'request.timeout',
      'rate.limited',
      'server.busy',
      'idempotency.in_progress',
      new Error('broken'),
    ]
    test.each(passing)('by %s are run when they come again', async (trouble) => {
      const { text, body } = nextNote()
      const key = text.replace(' ', '-')
      forum.hooks.trouble = () => trouble
      const first = await forum.send(key, body)
      expect([keyOf(first), first.key]).toEqual([trouble instanceof Error ? 'server.error' : trouble, key])
      expect(await forum.countNotes(text)).toBe(0)
      forum.hooks.trouble = () => undefined
      expect(await forum.send(key, body)).toMatchObject({ status: 200, isReplayed: false })
      expect(await forum.countNotes(text)).toBe(1)
    })

    test('before their route give the key back too', async () => {
      const { body } = nextNote()
      expect(await forum.send('nobody', body, { as: '' })).toMatchObject({ status: 401, key: 'nobody' })
      expect(await forum.send('cut', '{"text":')).toMatchObject({
        status: 400,
        key: 'cut',
        isReplayed: false,
      })
      expect(await forum.send('cut', body)).toMatchObject({ status: 200, isReplayed: false })
    })
  })

  test('are remembered for 30 days', async () => {
    const { text, body } = nextNote()
    const first = await forum.send('old', body)
    const refresh = async () => ({ as: await forum.signIn(forum.userId) })
    forum.nowMs += 30 * dayMs - 1000
    expect(await forum.send('old', body, await refresh())).toEqual({ ...first, isReplayed: true })
    forum.nowMs += 1000
    await forum.db.kysely.withTables<{ once_notes: object }>().deleteFrom('once_notes').execute()
    // Unknown, though nobody swept yet.
    expect(await forum.send('old', body, await refresh())).toMatchObject({ status: 200, isReplayed: false })
    expect(await forum.countNotes(text)).toBe(1)
    expect(await forum.send('old', body, await refresh())).toMatchObject({ isReplayed: true })
    forum.nowMs += 30 * dayMs
    const counts = await runRetention(
      { db: forum.db, registry: createRegistry([]), now: new Date(forum.nowMs) },
      { isDryRun: false },
    )
    expect(counts.find(({ rule }) => rule === 'idempotency_keys')?.rows).toBeGreaterThan(0)
    expect(await forum.db.kysely.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })

  test('leave nothing readable of body and answer, and go with their person [S8]', async () => {
    const person = await addPerson(forum)
    const marked = 'a secret that nobody may find'
    expect(
      await forum.send('sealed', JSON.stringify({ text: marked }), { as: await forum.signIn(person) }),
    ).toMatchObject({ status: 200 })
    const rows = await forum.db.kysely
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('user_id', '=', person)
      .execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('secret')
    await forum.db.kysely.deleteFrom('users').where('id', '=', person).execute()
    const left = forum.db.kysely.selectFrom('idempotency_keys').select('key').where('user_id', '=', person)
    expect(await left.execute()).toEqual([])
  })

  describe('of a server that was killed', () => {
    test.each([
      ['before the commit', 0],
      ['after the commit', 1],
    ])('%s are done once when they come again', async (moment, rowsAtDeath) => {
      const text = `${moment} ${dialect}`
      const body = JSON.stringify({ text })
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', program, JSON.stringify(suite.place)],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      onTestFinished(() => void child.kill('SIGKILL'))
      const ended = once(child, 'exit')
      const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
      forum.nowMs = Date.now()
      const as = await forum.signIn(forum.userId)
      await expect(forum.send('killed', body, { to: { url }, as })).rejects.toThrow(/fetch failed/)
      expect((await ended)[1]).toBe('SIGKILL')
      expect(await forum.countNotes(text)).toBe(rowsAtDeath)
      // PostgreSQL takes a moment to see that the connection is gone; until then the call is under way.
      const again = await vi.waitUntil(async () => {
        const answer = await forum.send('killed', body, { as })
        return keyOf(answer) !== 'idempotency.in_progress' && answer
      })
      expect(again).toMatchObject({ status: 200, isReplayed: rowsAtDeath === 1 })
      expect(JSON.parse(again.text)).toMatchObject({ data: { text } })
      expect(await forum.countNotes(text)).toBe(1)
      await forum.db.kysely.deleteFrom('idempotency_keys').execute()
    })
  })
})
