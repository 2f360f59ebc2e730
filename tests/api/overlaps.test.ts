import { beforeAll, expect, test } from 'vitest'
import { acceptedOverlapsKey } from '#contract/row-api.ts'
import { paths } from '#contract/api.ts'
import { sessions } from '#contract/modules/sessions.ts'
import type { Answer } from '../support/accounts.ts'
import { addSignedIn, rowIn, type Person } from '../support/console-person.ts'
import { bothDatabases } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

const both = (text: string) => ({ 'zh-CN': `${text}（中）`, en: text })
const [hall, foyer, annex] = ['Hall', 'Foyer', 'Annex'].map(both)

const told = ({ status, body }: Answer) =>
  status === 200 ? 'saved' : body.error?.fields.map(({ path, params }) => [path, params?.['row']])

bothDatabases('sessions in one room at one time', (suite) => {
  let organiser: Person
  let rooms: string[]
  const server = useServer(suite, { start: '2023-09-05T20:00:00Z' })
  beforeAll(async () => {
    organiser = await addSignedIn(server, { role: 'organiser' })
    rooms = []
    for (const name of [hall, foyer, annex])
      rooms.push(rowIn(await organiser.post(paths.post('rooms'), { position: 1, name })).id)
  })

  /** A confirmed session on a day of its own for each test, from one hour to another in UTC. */
  const session = (day: number, [from, to]: readonly [number, number], more: object = {}) => ({
    title: both(`Talk of day ${day} at ${from}`),
    state: 'confirmed',
    starts_at: `2023-10-${String(day).padStart(2, '0')}T${String(from).padStart(2, '0')}:00:00Z`,
    ends_at: `2023-10-${String(day).padStart(2, '0')}T${String(to).padStart(2, '0')}:00:00Z`,
    room: rooms[0],
    ...more,
  })
  const post = (body: object, headers = {}) =>
    organiser.post(paths.post('sessions'), body, { 'Accept-Language': 'en', ...headers })
  const make = async (body: object) => rowIn(await post(body))

  test('are told with title and time, and saved on purpose', async () => {
    const first = await make(session(1, [1, 3]))
    const second = session(1, [2, 4])
    const headers = { 'Idempotency-Key': 'overlap-without-consent' }
    const refused = await post(second, headers)
    expect([refused.status, refused.body.error?.key]).toEqual([409, 'row.overlaps'])
    expect(refused.body.error?.fields).toMatchObject([
      {
        path: 'room',
        params: { row: first.id, title: 'Talk of day 1 at 1', from: '2023-10-01 09:00', to: '11:00' },
      },
    ])
    const consent = { ...second, [acceptedOverlapsKey]: [first.id] }
    // The same key is the same call: consent is a new one.
    expect((await post(consent, headers)).body.error?.key).toBe('idempotency.other_body')
    const saved = rowIn(await post(consent, { 'Idempotency-Key': 'overlap-with-consent' }))
    // Nothing is asked of a change of other things; a new time is a new question.
    const edit = (values: object) => organiser.post(paths.edit('sessions'), { id: saved.id, ...values })
    expect(told(await edit({ title: both('Renamed') }))).toBe('saved')
    expect(told(await edit({ ends_at: '2023-10-01T05:00:00Z' }))).toEqual([['room', first.id]])
    expect(told(await edit({ starts_at: '2023-10-01T03:00:00Z' }))).toBe('saved')
  })

  test('count in other rooms too, and with each one that was not accepted', async () => {
    const pause = await make(session(2, [1, 3], { room: rooms[1], other_rooms: [rooms[0], rooms[2]] }))
    expect(told(await post(session(2, [1, 2])))).toEqual([['room', pause.id]])
    const opening = session(2, [2, 3], { room: null, other_rooms: [rooms[2]] })
    expect(told(await post(opening))).toEqual([['other_rooms', pause.id]])
    const accepted = { [acceptedOverlapsKey]: [pause.id] }
    const beside = await make({ ...session(2, [2, 3]), ...accepted })
    expect(told(await post({ ...session(2, [1, 3]), ...accepted }))).toEqual([
      ['room', pause.id],
      ['room', beside.id],
    ])
  })

  test('do not count as drafts, cancelled, deleted, in no room or one after the other', async () => {
    const first = await make(session(3, [1, 3]))
    for (const more of [{ state: 'draft' }, { state: 'cancelled' }, { room: null }, { room: rooms[1] }])
      expect([more, told(await post(session(3, [1, 3], more)))]).toEqual([more, 'saved'])
    expect(told(await post(session(3, [3, 4])))).toBe('saved')
    rowIn(await organiser.post(paths.edit('sessions'), { id: first.id, state: 'cancelled' }))
    const second = await make(session(3, [1, 3]))
    const confirm = { id: first.id, state: 'confirmed' }
    expect(told(await organiser.post(paths.edit('sessions'), confirm))).toEqual([['room', second.id]])
    expect((await organiser.post(paths.delete('sessions'), { id: second.id })).status).toBe(200)
    expect(told(await organiser.post(paths.edit('sessions'), confirm))).toBe('saved')
    const back = { id: second.id }
    expect(told(await organiser.post(paths.restore('sessions'), back))).toEqual([['room', first.id]])
    const accepted = { ...back, [acceptedOverlapsKey]: [first.id] }
    expect(told(await organiser.post(paths.restore('sessions'), accepted))).toBe('saved')
  })

  test('are named row by row by an import, which goes on', async () => {
    await make(session(4, [1, 3]))
    const rows = [session(4, [2, 4]), session(4, [3, 5]), session(4, [6, 7])]
    const body = { mode: 'create', rows }
    const { data } = (await organiser.post(paths.import('sessions'), body)).body
    const checked = data as { counts: object; warnings: object[] }
    expect(checked.counts).toMatchObject({ created: 3, bad: 0 })
    expect(checked.warnings).toMatchObject([
      { line: 1, path: 'room', text: expect.stringContaining('Talk of day 4 at 1') },
      { line: 2, path: 'room', text: expect.stringContaining('Talk of day 4 at 2') },
    ])
  })

  test('are accepted however many there are', async () => {
    const many = Array.from({ length: 102 }, (_, index) => ({
      ...session(6, [1, 2]),
      id: `crowd-${index}`,
    }))
    await server.write(sessions, many)
    const wholeDay = session(6, [0, 9], { room: rooms[1], other_rooms: [rooms[0]] })
    const refused = await post(wholeDay)
    const ids = refused.body.error?.fields.map(({ params }) => params?.['row'])
    expect(ids).toHaveLength(100)
    expect(told(await post({ ...wholeDay, [acceptedOverlapsKey]: ids }))).toBe('saved')
  })

  test('are asked about with ids alone', async () => {
    for (const wrong of ['all', [1], [''], [{}]]) {
      const { status, body } = await post({ ...session(5, [1, 2]), [acceptedOverlapsKey]: wrong })
      expect([status, body.error?.fields[0]?.path]).toEqual([422, acceptedOverlapsKey])
    }
  })
})
