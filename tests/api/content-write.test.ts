import { beforeAll, expect, test } from 'vitest'
import { paths } from '../../contract/api.ts'
import { call } from '../support/accounts.ts'
import { addSignedIn, itemsIn, refusedFields, rowIn, type Person } from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { makePdf } from '../support/pdf-files.ts'
import { useServer } from '../support/use-server.ts'
import { sendForm } from '../support/upload-forum.ts'

const both = (text: string) => ({ 'zh-CN': `${text}（中）`, en: text })
const span = { starts_at: '2023-09-06T01:00:00Z', ends_at: '2023-09-06T02:00:00Z' }

eachDatabase('content', (suite) => {
  let organiser: Person
  const server = useServer(suite, { start: '2023-09-05T20:00:00Z' })
  beforeAll(async () => {
    organiser = await addSignedIn(server, { role: 'organiser' })
  })

  async function make(module: string, values: object): Promise<ReturnType<typeof rowIn>> {
    return rowIn(await organiser.post(paths.post(module), values))
  }

  const remove = (module: string, id: string) => organiser.post(paths.delete(module), { id })

  test('of every module is made, changed, deleted and brought back by an organiser [233-235]', async () => {
    const room = await make('rooms', { position: 1, name: both('Hall') })
    const track = await make('tracks', {
      position: 1,
      code: 'XII',
      name: both('Track'),
      room: room.id,
      ...span,
    })
    const speaker = await make('speakers', { name: both('Speaker') })
    const sessionValues = {
      title: both('Talk'),
      ...span,
      room: room.id,
      track: track.id,
      speakers: [speaker.id],
    }
    const session = await make('sessions', { ...sessionValues, state: 'confirmed' })
    const category = await make('article_category', { position: 1, name: both('Guides') })
    const article = { title: both('Title'), published_at: span.starts_at, category: category.id }
    const made: [string, object][] = [
      ['rooms', { position: 2, name: both('Room') }],
      ['tracks', { position: 2, name: both('Another') }],
      ['speakers', { name: both('Another'), links: [{ url: 'https://forum.example/s', title: 'Page' }] }],
      ['sessions', { title: both('Another'), ...span }],
      [
        'tour_routes',
        { position: 1, code: 'Z', name: both('Tour'), ...span, seats: 4, room: room.id, session: session.id },
      ],
      ['meeting_rooms', { position: 1, name: both('Meeting room'), size: '250' }],
      ['informations', article],
      ['qa', article],
      ['article_category', { position: 2, name: both('News') }],
      ['pages', { position: 1, slug: 'how-to-come', title: both('How to come') }],
      ['places', { position: 1, kind: 'hotel', name: both('Hotel'), coordinates: '31.3266, 120.7146' }],
      ['partners', { position: 1, kind: 'media', name: both('Paper'), url: 'https://forum.example' }],
      ['hall_plans', { position: 1, name: both('Hall'), floor: both('First floor') }],
      ['exhibitors', { position: 1, name: both('Firm'), kind: 'grid', booth: 'A1' }],
      ['live_streams', { position: 1, kind: 'video', title: both('Live'), ...span }],
    ]
    for (const [module, values] of made) {
      const { id, version } = await make(module, values)
      expect([module, version]).toEqual([module, 1])
      const key = ['position', 'title'].find((one) => Object.hasOwn(values, one)) ?? 'name'
      const value = key === 'position' ? 9 : both('Changed')
      const edited = rowIn(await organiser.post(paths.edit(module), { id, version, [key]: value }))
      expect([module, edited[key], edited.version]).toEqual([module, value, 2])
      expect([module, (await remove(module, id)).status]).toEqual([module, 200])
      const drafts = { drafts: 'true' }
      expect([module, (await organiser.get(paths.detail(module, id), drafts)).status]).toEqual([module, 404])
      const back = rowIn(await organiser.post(paths.restore(module), { id }))
      expect([module, back[key]]).toEqual([module, value])
    }
  })

  test('takes nothing that its pages could not show [233]', async () => {
    const session = { title: both('Talk'), ...span }
    const article = { title: both('Title'), published_at: span.starts_at }
    const links = (...given: object[]) => ({ ...session, links: given })
    const wrong: [string, object, string[]][] = [
      ['sessions', { ...session, ends_at: '2023-09-06T00:59:00Z' }, ['ends_at row.ends_first']],
      ['sessions', { ...session, title: { en: 'One language' } }, ['title.zh-CN field.empty']],
      ['sessions', links({ url: 'javascript:alert(1)', title: 'x' }), ['links.0.url field.not_valid']],
      ['sessions', links({ url: 'https://forum.example' }), ['links.0.title field.empty']],
      [
        'tour_routes',
        { position: 1, code: 'Y', name: both('T'), ...span, seats: -1 },
        ['seats field.too_small'],
      ],
      ['pages', { position: 1, slug: 'No Blanks', title: both('P') }, ['slug field.not_valid']],
      ['informations', { ...article, category: 'nothing' }, ['category field.unknown_choice']],
      [
        'informations',
        { ...article, body: { 'zh-CN': { type: 'script' }, en: null } },
        ['body.zh-CN field.not_valid'],
      ],
      [
        'places',
        { position: 1, kind: 'inn', name: both('Inn'), phone: 'call us', coordinates: 'north' },
        ['coordinates field.not_valid', 'kind field.choice', 'phone field.not_valid'],
      ],
      ['documents', { ...article, file: 'nothing' }, ['file field.file']],
    ]
    for (const [module, values, expected] of wrong) {
      const refused = await organiser.post(paths.post(module), values)
      expect([module, values, refusedFields(refused)]).toEqual([module, values, expected])
    }
    expect(
      itemsIn(await organiser.get(paths.list('sessions'), { drafts: 'true', q: 'One language' })),
    ).toEqual([])
  })

  test('has numbers that no other article has, of whatever kind, not even a deleted one [T13]', async () => {
    const article = { title: both('Numbered'), published_at: span.starts_at }
    const rows = await Promise.all(
      Array.from({ length: 12 }, (_, index) => make(index % 2 === 0 ? 'informations' : 'qa', article)),
    )
    const numbers = rows.map(({ no }) => String(no))
    expect(new Set(numbers).size).toBe(rows.length)
    // The day in the forum's zone, not in UTC.
    for (const no of numbers) expect(no).toMatch(/^20230906\d\d$/)
    const [last = ''] = numbers.toSorted().toReversed()
    const at = numbers.indexOf(last)
    await remove(at % 2 === 0 ? 'informations' : 'qa', rows[at]?.id ?? '')
    const next = await make('informations', article)
    expect(Number(next['no'])).toBe(Number(last) + 1)
    const edited = await organiser.post(paths.edit('informations'), { id: next.id, no: numbers[0] })
    expect(refusedFields(edited)).toEqual(['no field.read_only'])
  })

  test('that other content names is not deleted, and the organiser is told where it is named [235]', async () => {
    const room = await make('rooms', { position: 3, name: both('Named') })
    const track = await make('tracks', { position: 3, name: both('Named'), room: room.id })
    const speaker = await make('speakers', { name: both('Named') })
    const named = { room: room.id, track: track.id, speakers: [speaker.id] }
    const session = await make('sessions', { title: both('Named'), ...span, ...named })
    const category = await make('article_category', { position: 3, name: both('Named') })
    const values = { title: both('N'), published_at: span.starts_at, category: category.id }
    const article = await make('informations', values)
    const refused = async (module: string, id: string) => {
      const answer = await organiser.post(paths.delete(module), { id }, { 'accept-language': 'en' })
      expect(answer).toMatchObject({ status: 409, body: { error: { key: 'row.in_use' } } })
      return (answer.body as unknown as { msg: string }).msg
    }
    expect(await refused('rooms', room.id)).toBe(
      'This is still named in: Agenda, Sub-forums. Please change it there first.',
    )
    expect(await refused('tracks', track.id)).toContain('Agenda')
    expect(await refused('speakers', speaker.id)).toContain('Agenda')
    expect(await refused('article_category', category.id)).toContain('News')
    // What people keep for themselves holds nothing up.
    const reader = await addSignedIn(server)
    rowIn(await organiser.post(paths.edit('sessions'), { id: session.id, state: 'confirmed' }))
    rowIn(await reader.post(paths.post('notes'), { session: session.id, text: 'Mine' }))
    for (const [module, { id }] of [
      ['sessions', session],
      ['informations', article],
      ['tracks', track],
      ['rooms', room],
      ['speakers', speaker],
      ['article_category', category],
    ] as const)
      expect([module, (await remove(module, id)).status]).toEqual([module, 200])
  })

  test('comes from people as questions: unseen until answered, then the forum’s own [206, 233]', async () => {
    const asker = await addSignedIn(server, { role: 'applicant', email: 'asker@forum.example' })
    const ask = (title: unknown, more: object = {}) =>
      asker.post(paths.post('qa'), { title, ...more }, { 'accept-language': 'en' })
    expect(refusedFields(await ask(both('Q'), { status: 'published', owner_id: 'x' }))).toEqual([
      'owner_id field.unknown',
      'status field.read_only',
    ])
    expect(refusedFields(await ask(undefined))).toEqual(['title field.empty'])
    const { id } = rowIn(await ask({ en: 'Is there parking?' }))
    expect((await asker.get(paths.detail('qa', id))).status).toBe(404)
    expect(itemsIn(await asker.get(paths.list('qa'), { q: 'parking' }))).toEqual([])
    const drafts = { drafts: 'true' }
    const somebodyElse = await addSignedIn(server, { role: 'applicant' })
    for (const en of ['One?', 'Two?']) rowIn(await somebodyElse.post(paths.post('qa'), { title: { en } }))
    const listOwn = (person: Person) => person.get(paths.list('qa'), { ...drafts, size: '1' })
    const own = async (person: Person) => ((await listOwn(person)).body.data as { total: number }).total
    // A list is kept in the words of the database from its second time on.
    for (const time of [1, 2]) expect([time, await own(asker), await own(somebodyElse)]).toEqual([time, 1, 2])
    expect((await asker.get(paths.detail('qa', id), drafts)).status).toBe(200)
    expect((await somebodyElse.get(paths.detail('qa', id), drafts)).status).toBe(404)

    const waiting = rowIn(await organiser.get(paths.detail('qa', id), drafts))
    expect(waiting).toMatchObject({
      status: 'asked',
      owner_id: asker.id,
      asked_in: 'en',
      title: { 'zh-CN': 'Is there parking?', en: 'Is there parking?' },
    })
    const title = { 'zh-CN': '有停车位吗？', en: 'Is there parking?' }
    const publish = { id, title, status: 'published' }
    const unanswered = await organiser.post(paths.edit('qa'), publish)
    expect(refusedFields(unanswered)).toEqual(['body qa.no_answer'])
    const later = { published_at: '2023-09-06T01:00:00Z' }
    const answer = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Yes.' }] }],
    }
    const body = { 'zh-CN': null, en: answer }
    const early = await organiser.post(paths.edit('qa'), { ...publish, ...later, body })
    expect(refusedFields(early)).toEqual(['published_at qa.not_later'])
    const answered = rowIn(await organiser.post(paths.edit('qa'), { ...publish, body }))
    expect(answered).toMatchObject({ status: 'published', owner_id: null, asked_in: null })
    const seen = rowIn(await asker.get(paths.detail('qa', id)))
    expect(seen['title']).toEqual(title)
    for (const hidden of ['owner_id', 'asked_in']) expect(seen).not.toHaveProperty(hidden)
    // Nor does it lose its answer by any other write: what goes back, and what is published again or at once.
    const bare = {
      title: both('Q'),
      category: null,
      published_at: '2023-09-05T01:00:00Z',
      status: 'published',
    }
    for (const write of [
      organiser.post(paths.edit('qa'), { id, body: null }),
      organiser.post(paths.edit('qa'), { id, body: { 'zh-CN': null, en: { type: 'doc', content: [] } } }),
      organiser.post(paths.post('qa'), bare),
    ])
      expect(refusedFields(await write)).toEqual(['body qa.no_answer'])
    rowIn(await organiser.post(paths.restore('qa'), { id, version: 1 }))
    expect(refusedFields(await organiser.post(paths.edit('qa'), { id, status: 'published' }))).toEqual([
      'body qa.no_answer',
    ])
    rowIn(await organiser.post(paths.edit('qa'), { id, status: 'published', body }))
    const messages = await server.db.kysely
      .withTables<{ outgoing_messages: { template: string; recipient: string; language: string } }>()
      .selectFrom('outgoing_messages')
      .select(['template', 'recipient', 'language'])
      .where('template', '=', 'question_answered')
      .execute()
    expect(messages).toEqual([
      { template: 'question_answered', recipient: 'a***@forum.example', language: 'en' },
    ])
  })

  test('lets nobody ask without end', async () => {
    const asker = await addSignedIn(server)
    const ask = () => asker.post(paths.post('qa'), { title: { 'zh-CN': '问题' } })
    for (let count = 0; count < 5; count += 1) rowIn(await ask())
    expect(refusedFields(await ask())).toEqual(['title qa.too_many'])
    expect((await call(server, paths.post('qa'), { title: both('Q') })).status).toBe(401)
  })

  test('a document that is marked hot is among the hot ones, and stays among all [308]', async () => {
    const url = `${server.url}/api${paths.upload}`
    const file = { name: 'guide.pdf', bytes: makePdf() }
    const { data } = await sendForm(url, { module: 'documents', field: 'file' }, file, organiser.token)
    const published = { status: 'published', published_at: '2023-09-05T01:00:00Z' }
    const { id } = await make('documents', { title: both('Guide'), file: data.no, ...published })
    const idsOf = async (filters: string) =>
      itemsIn(await organiser.get(paths.list('documents'), { filters })).map((row) => row['id'])
    expect([await idsOf('is_hot:eq:1'), await idsOf('')]).toEqual([[], [id]])
    rowIn(await organiser.post(paths.edit('documents'), { id, is_hot: true }))
    expect([await idsOf('is_hot:eq:1'), await idsOf('')]).toEqual([[id], [id]])
  })
})
