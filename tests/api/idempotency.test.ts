import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../support/accounts.ts'
import { bothDatabases } from '../support/databases.ts'
import { keyOf, nextNote, startOnceForum, type OnceForum } from '../support/once-forum.ts'

bothDatabases('calls with a key', (suite, dialect) => {
  let forum: OnceForum

  beforeAll(async () => {
    forum = await startOnceForum(suite)
  })
  afterAll(() => forum.close())
  beforeEach(() => forum.reset())

  test('sent again get the first answer, byte for byte, and are not run again [139]', async () => {
    const { text, body } = nextNote({ list: [{ b: 1, a: '二' }] })
    const first = await forum.send('again-1', body)
    expect(first).toMatchObject({ status: 200, key: 'again-1', isReplayed: false })
    expect(JSON.parse(first.text)).toMatchObject({ code: 200, data: { text } })
    const spelledAnew = `{ "list": [{"a":"\\u4e8c", "b":1.0}],\n "text": ${JSON.stringify(text)} }`
    for (const again of [body, spelledAnew])
      expect(await forum.send('again-1', again, { language: 'zh-CN' })).toEqual({
        ...first,
        isReplayed: true,
      })
    expect(await forum.send('again-1', body, { to: forum.other })).toEqual({ ...first, isReplayed: true })
    expect(await forum.countNotes(text)).toBe(1)
  })

  test.each([
    ['another value', { list: [1, 2] }, { list: [1, 3] }],
    ['another order of a list', { list: [1, 2] }, { list: [2, 1] }],
    ['a further field', {}, { list: null }],
  ])('with %s under the same key are refused', async (_what, ours, theirs) => {
    const { text, body } = nextNote(ours)
    const key = text.replace(' ', '-')
    await forum.send(key, body)
    const refused = await forum.send(key, JSON.stringify({ text, ...theirs }))
    expect([refused.status, keyOf(refused), refused.key]).toEqual([422, 'idempotency.other_body', key])
    // That refusal is not what the key stands for now.
    expect(await forum.send(key, body)).toMatchObject({ status: 200, isReplayed: true })
  })

  test('mean another call with another key, on another route and of another person', async () => {
    const another = await forum.signIn(await addPerson(forum))
    const sends = [
      (body: string) => forum.send('scope', body),
      (body: string) => forum.send('scope-2', body),
      (body: string) => forum.send('scope', body, { path: '/other-note' }),
      (body: string) => forum.send('scope', body, { as: another }),
    ]
    for (const one of sends) {
      const { text, body } = nextNote()
      expect(await one(body)).toMatchObject({ status: 200, isReplayed: false })
      expect(await forum.countNotes(text)).toBe(1)
    }
  })

  test('20 at once make one row; each answer is the same or says to wait [139]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { text, body } = nextNote()
      const key = `parallel-${round}`
      const all = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          forum.send(key, body, { to: at % 2 ? forum.other : forum.server }),
        ),
      )
      const done = all.filter(({ status }) => status === 200)
      const waiting = all.filter(({ status }) => status !== 200)
      expect(done.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
      expect(new Set(done.map((answer) => answer.text)).size).toBe(1)
      for (const answer of waiting) {
        expect([answer.status, keyOf(answer), answer.retryAfter, answer.key]).toEqual([
          409,
          'idempotency.in_progress',
          '2',
          key,
        ])
      }
      expect(await forum.countNotes(text)).toBe(1)
      const replay = await forum.send(key, body)
      expect(replay).toMatchObject({ status: 200, isReplayed: true, text: done[0]?.text })
    }
  })

  test('that is under way is told so at once, however many ask, and nobody waits with a connection', async () => {
    const { text, body } = nextNote()
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    forum.hooks.meanwhile = async () => {
      reached.resolve()
      await released.promise
    }
    const first = forum.send('held', body)
    await reached.promise
    // SQLite has one writing transaction: another process waits before its own begins, and holds nothing meanwhile.
    const places = dialect === 'postgres' ? [forum.server, forum.other] : [forum.server]
    for (const to of places) {
      const others = await Promise.all(Array.from({ length: 30 }, () => forum.send('held', body, { to })))
      expect(new Set(others.map((answer) => `${answer.status} ${keyOf(answer)}`))).toEqual(
        new Set(['409 idempotency.in_progress']),
      )
    }
    const late = dialect === 'sqlite' ? [forum.send('held', body, { to: forum.other })] : []
    released.resolve()
    const answer = await first
    expect(answer).toMatchObject({ status: 200, isReplayed: false })
    const replays = [...(await Promise.all(late)), await forum.send('held', body, { to: forum.other })]
    expect(replays).toEqual(replays.map(() => ({ ...answer, isReplayed: true })))
    expect(await forum.countNotes(text)).toBe(1)
  })

  test.each(['', ' ', 'a'.repeat(65), 'with space', 'a,b', 'a/b', "'; drop table notes"])(
    'with the key %j are refused',
    async (key) => {
      const { text, body } = nextNote()
      const refused = await forum.send(key, body)
      expect([refused.status, keyOf(refused), refused.key]).toEqual([400, 'idempotency.invalid_key', null])
      expect(await forum.countNotes(text)).toBe(0)
    },
  )

  test('with the longest key, and with every sign that one may have, are taken', async () => {
    for (const key of ['k'.repeat(64), '_-Az09'])
      expect(await forum.send(key, nextNote().body)).toMatchObject({ status: 200, key })
  })

  test('without a key, or of nobody, are run each time', async () => {
    const { text, body } = nextNote()
    expect(await forum.send(undefined, body)).toMatchObject({ status: 200, key: null })
    // The second note met the first: it was run.
    expect(keyOf(await forum.send(undefined, body))).toBe('row.stale')
    const nobody = { as: '', path: '/open-note' }
    const open = nextNote()
    expect(await forum.send('open', open.body, nobody)).toMatchObject({ status: 200 })
    expect(await forum.send('open', open.body, nobody)).toMatchObject({ status: 409, isReplayed: false })
    expect(await forum.countNotes(text)).toBe(1)
  })

  test('whose transaction met another one are run again, and then see the row that was in the way', async () => {
    const { text, body } = nextNote()
    let looks = 0
    const bothLooked = Promise.withResolvers<void>()
    // On PostgreSQL both look before either writes: the second to write breaks the rule of the table.
    forum.hooks.looked = async () => {
      looks += 1
      if (looks === 2) bothLooked.resolve()
      if (dialect === 'postgres') await bothLooked.promise
    }
    const both = await Promise.all([
      forum.send('one-of-two', body),
      forum.send('two-of-two', body, { to: forum.other }),
    ])
    expect(both.map((answer) => keyOf(answer) ?? 'written').toSorted()).toEqual(['row.stale', 'written'])
    expect(looks).toBe(dialect === 'postgres' ? 3 : 2)
    expect(await forum.countNotes(text)).toBe(1)
  })
})
