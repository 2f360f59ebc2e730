import { beforeAll, expect, test } from 'vitest'
import { paths } from '../../contract/api.ts'
import type { ModuleSummary } from '../../contract/module-summary.ts'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import { sideMeetings as sampleMeetings } from '../../server/sample/people.ts'
import { call } from '../support/accounts.ts'
import { addSignedIn, itemsIn, type Person } from '../support/console-person.ts'
import { eachDatabase } from '../support/databases.ts'
import { useServer } from '../support/use-server.ts'

const entriesFor = async (person: Person, query: Record<string, string> = { with: 'waiting' }) =>
  (await person.get(paths.modules, query)).body.data as ModuleSummary[]

const entryFor = async (person: Person, name: string) =>
  (await entriesFor(person)).find((entry) => entry.name === name)

eachDatabase('what waits in the modules', (suite) => {
  let organiser: Person
  let staff: Person
  let participant: Person
  const server = useServer(suite, { start: Date.now() })
  beforeAll(async () => {
    const admin = await addSignedIn(server, { role: 'organiser', isAdministrator: true })
    organiser = await addSignedIn(server, { role: 'organiser' })
    participant = await addSignedIn(server, { role: 'participant' })
    staff = await addSignedIn(server, { role: 'staff' })
    await admin.post(paths.edit('users'), { id: staff.id, grants: ['qa'] })
    const values = {
      ...sampleMeetings[0],
      owner_id: participant.id,
      status: 'submitted',
      payment_reference: null,
    }
    await server.write(
      sideMeetings,
      ['new', 'newer'].map((id) => ({ ...values, id })),
    )
    // Three days ago: longer than the forum allows itself.
    server.nowMs -= 3 * 86_400_000
    await server.write(sideMeetings, [{ ...values, id: 'old' }])
    server.nowMs += 3 * 86_400_000
  })

  test('organisers are told counts, what is late, and which list it is', async () => {
    const entry = await entryFor(organiser, 'side_meetings')
    expect(entry?.managed).toBe(true)
    expect(entry?.waiting).toEqual([
      expect.objectContaining({
        label: { 'zh-CN': '待分配会议室的边会', en: 'Side meetings without a room' },
        count: 3,
        late: 1,
        sorters: { created_at: 'asc' },
      }),
    ])
    const [waiting] = entry?.waiting ?? []
    const fq = JSON.stringify(waiting?.filters)
    const query = { fq, sorters: 'created_at:asc', fields: 'created_at' }
    const listed = itemsIn(await organiser.get(paths.list('side_meetings'), query))
    expect(listed.map(({ id }) => id)).toEqual(['old', 'new', 'newer'])
    const isLate = listed.map((row) => String(row['created_at']) < (waiting?.lateBefore ?? ''))
    expect(isLate).toEqual([true, false, false])
  })

  test('whoever does not manage a module is told nothing of what waits in it', async () => {
    expect(await entryFor(participant, 'side_meetings')).toEqual({
      name: 'side_meetings',
      label: sideMeetings.label,
      group: 'forms',
      managed: false,
    })
    const nobody = (await call(server, `${paths.modules}?with=waiting`)).body.data as ModuleSummary[]
    expect(nobody.filter((entry) => entry.managed || entry.waiting)).toEqual([])
  })

  test('a member of staff manages the granted module and no other', async () => {
    const entries = await entriesFor(staff)
    expect(entries.filter(({ managed }) => managed).map(({ name }) => name)).toEqual(['qa'])
    expect(entries.filter(({ name, waiting }) => name !== 'qa' && waiting)).toEqual([])
  })

  test('only who asks is told, and nothing else can be asked for', async () => {
    expect((await entriesFor(organiser, {})).some(({ waiting }) => waiting)).toBe(false)
    expect((await organiser.get(paths.modules, { with: 'rows' })).status).toBe(400)
  })
})
