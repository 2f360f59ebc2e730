import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { paths } from '#contract/api.ts'
import { toInstant } from '#contract/time.ts'
import { bothDatabases } from '../support/databases.ts'
import { until } from '../support/outgoing.ts'
import { StallForum } from '../support/stall-forum.ts'
import { stall, stalls, tags } from '../support/stalls.ts'
import { fetchServed } from '../support/fetch-served.ts'

/** Enough for a commit that takes a while. */
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => stall(`c${at}`, { line_no: at, place_no: 1 }))

bothDatabases('an import that is taken back', (place) => {
  const forum = new StallForum(place)
  beforeEach(() => forum.clear())

  const eventStream = {
    accept: 'text/event-stream',
    'accept-language': 'zh-CN',
    'content-type': 'application/json',
  }
  /** A call whose events are read as they come. @param hear told each time what came so far */
  const listen = async (
    module: string,
    body: object,
    hear?: (text: string) => void,
    signal?: AbortSignal,
  ) => {
    const response = await fetchServed(`${forum.server.url}/api${paths.import(module)}`, {
      method: 'POST',
      headers: { ...eventStream, authorization: forum.organiser },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    let text = ''
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part
      hear?.(text)
    }
    return [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event, data]) => ({
      event,
      data: JSON.parse(data ?? '') as { step?: string; data?: { token?: string } },
    }))
  }

  const rowOf = async (module: typeof stalls, code: string) =>
    (await forum.rows(module))[code] as { id: string; version: number }

  it.each([stalls, tags])(
    'has the rows as they were, but those that others changed: $name [S13]',
    async (module) => {
      const { name } = module
      await forum.write(
        name,
        ['kept', 'changed', 'later'].map((code) => stall(code, { group: 'before' })),
      )
      const before = await forum.rows(module)
      const { data } = await forum.write(name, [
        ...['kept', 'changed', 'later'].map((code) =>
          stall(code, { group: 'file', mail: 'f@forum.example' }),
        ),
        stall('new'),
        stall('new and changed'),
      ])
      expect(data.counts).toMatchObject({ created: 2, updated: 3 })
      for (const code of ['later', 'new and changed'])
        expect((await forum.edit(name, await rowOf(module, code), { mail: 'x@forum.example' })).why).toBe('')
      const left = { later: await rowOf(module, 'later'), made: await rowOf(module, 'new and changed') }
      const undone = await forum.undo(name, data.token)
      expect(undone.data).toEqual({ undone: 3, left: 2 })
      const after = await forum.rows(module)
      expect(Object.keys(after).toSorted()).toEqual(['changed', 'kept', 'later', 'new and changed'])
      for (const code of ['kept', 'changed'])
        expect(after[code]).toEqual({ ...before[code], version: 3, updated_at: after[code]?.['updated_at'] })
      expect([after['later'], after['new and changed']]).toEqual([left.later, left.made])
      const history = await forum.server.get(
        paths.revisions(name, String(before['kept']?.['id'])),
        forum.organiser,
      )
      const { data: told } = (await history.json()) as { data: { deed: string }[] }
      expect(told.map(({ deed: operation }) => operation)).toEqual(['import.undone', 'import', 'import'])
      expect((await forum.undo(name, data.token)).error?.key).toBe('import.over')
      expect((await forum.send(name, { token: data.token })).error?.key).toBe('import.over')
    },
  )

  it('leaves a row that a later import changed [S13]', async () => {
    const first = await forum.write('test_tags', [stall('a'), stall('b')])
    const second = await forum.write('test_tags', [stall('a', { group: 'second' })])
    expect((await forum.undo('test_tags', first.data.token)).data).toEqual({ undone: 1, left: 1 })
    expect(await rowOf(tags, 'a')).toMatchObject({ group: 'second', version: 2 })
    expect((await forum.undo('test_tags', second.data.token)).data).toEqual({ undone: 1, left: 0 })
    expect(await rowOf(tags, 'a')).toMatchObject({ group: null, version: 3 })
  })

  it('leaves a row that the person may no longer change [S13]', async () => {
    const staff = await forum.signUp('undoing-staff', 'staff')
    const rows = [stall('a'), stall('b', { state: 'closed' })]
    const { token } = await forum.check('test_tags', rows, {}, staff)
    expect((await forum.send('test_tags', { token }, staff)).data.counts.created).toBe(2)
    expect((await forum.undo('test_tags', token, staff)).data).toEqual({ undone: 1, left: 1 })
    expect(Object.keys(await forum.rows(tags))).toEqual(['b'])
  })

  it('leaves a row whose former value is taken by now [S13]', async () => {
    await forum.write('test_tags', [stall('a', { line_no: 1, place_no: 1 })])
    const { data } = await forum.write('test_tags', [stall('a', { line_no: 2, place_no: 1 })])
    expect((await forum.post(paths.post('test_tags'), stall('b', { line_no: 1, place_no: 1 }))).why).toBe('')
    expect((await forum.undo('test_tags', data.token)).data).toEqual({ undone: 0, left: 1 })
    expect(await rowOf(tags, 'a')).toMatchObject({ line_no: 2, version: 2 })
  })

  it('leaves a row that others name, and one whose ID number cannot be brought back [S13]', async () => {
    const places = [
      { position: 7, name: 'Seven', size: 'small' },
      { position: 8, name: 'Eight', size: 'small' },
    ]
    const { data } = await forum.write('benches', places, { mode: 'create' })
    const benches = await forum.db.kysely
      .selectFrom('benches' as 'files')
      .selectAll()
      .execute()
    const seven = (benches as unknown as { id: string; name: string }[]).find(({ name }) => name === 'Seven')
    expect((await forum.post(paths.post('test_tags'), stall('a', { bench: seven?.id }))).why).toBe('')
    expect((await forum.undo('benches', data.token)).data).toEqual({ undone: 1, left: 1 })
    await forum.write('test_tags', [stall('p', { passport: 'E1112223334' })])
    const changed = await forum.write('test_tags', [stall('p', { passport: 'E5556667778' })])
    expect((await forum.undo('test_tags', changed.data.token)).data).toEqual({ undone: 0, left: 1 })
  })

  it('can be taken back for a day, by who wrote it [S13]', async () => {
    const { data } = await forum.write('test_tags', [stall('a')])
    const day = 24 * 60 * 60 * 1000
    expect(Math.abs(Date.parse(data.expiresAt) - Date.now() - day)).toBeLessThan(day / 2)
    const expire = (at: Date) =>
      forum.db.kysely
        .updateTable('imports')
        .set({ expires_at: toInstant(at) })
        .execute()
    await expire(new Date(Date.now() - 1000))
    expect((await forum.undo('test_tags', data.token)).error?.key).toBe('import.unknown_token')
    await expire(new Date(Date.now() + 60_000))
    expect((await forum.undo('test_tags', data.token)).data).toEqual({ undone: 1, left: 0 })
  })

  it('tells how far it is, and in the end what a plain answer says', async () => {
    const checked = await listen('test_stalls', { rows: many(500) })
    expect(checked.slice(0, -1).map(({ event, data }) => `${event} ${data.step}`)).toContain(
      'progress checking',
    )
    expect(checked.at(-1)).toMatchObject({ event: 'result', data: { code: 200, data: { state: 'checked' } } })
    const token = checked.at(-1)?.data.data?.token
    const written = await listen('test_stalls', { token })
    expect(written.slice(0, -1).at(-1)).toMatchObject({
      event: 'progress',
      data: { step: 'writing', rows: 500, total: 500 },
    })
    expect(written.at(-1)).toMatchObject({ event: 'result', data: { data: { state: 'committed' } } })
    const [refused] = await listen('test_stalls', { token: 'none' })
    expect(refused).toMatchObject({
      event: 'refusal',
      data: { code: 404, msg: expect.stringMatching(/[\u4e00-\u9fff]/) },
    })
  })

  it('ends its writing when it is cancelled, and nothing of it stays [S13]', async () => {
    const { token } = await forum.check('test_stalls', many(1500))
    let cancel: ReturnType<typeof forum.cancel> | undefined
    const events = await listen('test_stalls', { token }, (text) => {
      if (text.includes('"writing"')) cancel ??= forum.cancel('test_stalls', token)
    })
    expect(events.at(-1)).toMatchObject({ event: 'refusal', data: { error: { key: 'import.cancelled' } } })
    expect((await cancel)?.data).toEqual({ state: 'cancelled' })
    for (const table of ['test_stalls', 'row_revisions', 'outgoing_messages', 'import_rows'])
      expect(await forum.count(table)).toBe(0)
  })

  it('is written in part by no cancelled commit [S13]', async () => {
    const { token } = await forum.check('test_stalls', many(1500))
    const commit = forum.send('test_stalls', { token })
    await sleep(Math.random() * 400)
    const { data: cancelled } = await forum.cancel('test_stalls', token)
    const answer = await commit
    const isWritten = cancelled.state === 'committed'
    expect(cancelled.state).toBe(isWritten ? 'committed' : 'cancelled')
    expect(answer.error?.key).toBe(isWritten ? undefined : 'import.cancelled')
    const rows = isWritten ? 1500 : 0
    expect(Object.keys(await forum.rows(stalls))).toHaveLength(rows)
    for (const table of ['row_revisions', 'outgoing_messages']) expect(await forum.count(table)).toBe(rows)
    const again = await forum.send('test_stalls', { token })
    expect(again.error?.key).toBe(isWritten ? undefined : 'import.over')
    expect(await forum.count('import_rows')).toBe(rows)
  })

  it('leaves nothing of a check whose client went away', async () => {
    const leaving = new AbortController()
    const check = listen('test_stalls', { rows: many(3000) }, undefined, leaving.signal).catch(
      () => undefined,
    )
    await until(async () => (await forum.count('imports')) > 0, 'a check that goes on')
    leaving.abort()
    await check
    await until(async () => (await forum.count('imports')) === 0, 'nothing of the check')
    expect(await forum.count('import_rows')).toBe(0)
  })

  it('is turned away when too many wait, with a time to come back', async () => {
    // Asked of the server itself: the forum of these tests comes again by itself.
    const headers = { authorization: forum.organiser, 'content-type': 'application/json' }
    const call = { method: 'POST', headers, body: JSON.stringify({ rows: many(400) }) }
    const url = `${forum.server.url}/api/import/test_stalls`
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(url, call)))
    const turned = answers.filter(({ status }) => status === 503)
    expect(turned.length).toBeGreaterThan(0)
    for (const answer of turned) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await answer.text()).toContain('"server.busy"')
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(12 - turned.length)
  })
})
