import { expect, it } from 'vitest'
import type { FileValue } from '#contract/row.ts'
import { eachDatabase } from '../support/databases.ts'
import { type Person, ReviewForum, type Row } from '../support/review-forum.ts'
import { makeOffice } from '../support/office-files.ts'
import { makePdf } from '../support/pdf-files.ts'
import { sendForm } from '../support/upload-forum.ts'

const module = 'speech_materials'
const slots = ['chinese_resume', 'english_resume', 'presentation'] as const

type Slot = (typeof slots)[number]

eachDatabase('speech materials', (place) => {
  const forum = new ReviewForum(place)

  const upload = (
    person: Pick<Person, 'token'>,
    field: Slot,
    name: string,
    bytes: Uint8Array = makePdf(),
  ) => {
    const url = `${forum.server.url}/api/front/attachment/upload`
    return sendForm(url, { module, field }, { name, bytes }, person.token)
  }
  const statusOf = async (no: string, as?: Pick<Person, 'token'>) =>
    (await forum.server.get(`/front/download/file/${no}`, as?.token)).status

  /** Hands in all three. */
  async function handIn(person: Person): Promise<{ row: Row; nos: Record<Slot, string> }> {
    const files = await Promise.all(
      slots.map(async (slot) => [slot, (await upload(person, slot, `${slot}.pdf`)).data.no]),
    )
    const nos = Object.fromEntries(files) as Record<Slot, string>
    const { code, data, problems } = await forum.post(module, { ...nos, memo: 'My own notebook' }, person)
    expect({ code, problems }).toEqual({ code: 200, problems: {} })
    return { row: data, nos }
  }

  it('are handed in after the approval, not before [305]', async () => {
    const person = await forum.addApplicant()
    const early = await forum.post(module, { memo: 'Early' }, person)
    expect({ code: early.code, key: early.key }).toEqual({ code: 403, key: 'permission.not_approved' })
    expect((await forum.list(module, person)).code).toBe(403)
    expect((await upload(person, 'presentation', 'early.pdf')).status).not.toBe(200)
    expect((await forum.post(module, { memo: 'Nobody' })).code).toBe(401)
    const row = await forum.register(person)
    await forum.act('registrations', 'approve', row)
    expect((await forum.post(module, { memo: 'Now' }, person)).code).toBe(200)
  })

  it('have three places; organisers find them under the person’s name [188-190]', async () => {
    const person = await forum.addParticipant()
    const { row, nos } = await handIn(person)
    for (const slot of slots) expect(noOf(row, slot)).toBe(nos[slot])
    const seen = (await forum.read(module, row, forum.desk)).data
    expect(seen).toMatchObject({ presenter: 'Lin Example', memo: 'My own notebook' })
    expect((await forum.edit(module, row, { memo: 'Theirs' }, forum.desk)).code).toBe(404)
    expect((await forum.edit(module, row, { presenter: 'Another' }, person)).problems).toEqual({
      presenter: 'field.read_only',
    })
  })

  it('replaced in one place stay in the others, and the old file is served to nobody at once [191, T43]', async () => {
    const person = await forum.addParticipant()
    const { row, nos } = await handIn(person)
    const { data: file } = await upload(person, 'presentation', 'better.pdf')
    const { data } = await forum.edit(module, row, { presentation: file.no }, person)
    expect(noOf(data, 'presentation')).toBe(file.no)
    expect(noOf(data, 'chinese_resume')).toBe(nos.chinese_resume)
    expect(noOf(data, 'english_resume')).toBe(nos.english_resume)
    for (const as of [person, forum.desk]) {
      expect(await statusOf(nos.presentation, as)).toBe(404)
      expect(await statusOf(file.no, as)).toBe(200)
      expect(await statusOf(nos.chinese_resume, as)).toBe(200)
    }
    const emptied = await forum.edit(module, row, { english_resume: null }, person)
    expect(emptied.data['english_resume']).toBeNull()
    expect(await statusOf(nos.english_resume, person)).toBe(404)
  })

  it('are files of the person and the organisers alone [193]', async () => {
    const [person, other] = [await forum.addParticipant(), await forum.addParticipant()]
    const { nos } = await handIn(person)
    for (const as of [person, forum.desk, other, undefined]) {
      const status = as === undefined || as === other ? 404 : 200
      for (const slot of slots) expect([slot, await statusOf(nos[slot], as)]).toEqual([slot, status])
    }
    const stolen = await forum.post(module, { presentation: nos.presentation }, other)
    expect(stolen.problems).toEqual({ presentation: 'field.file' })
  })

  it('are one row a person, however many are sent at once', async () => {
    const person = await forum.addParticipant()
    const send = () => forum.post(module, { memo: 'Once' }, person)
    const replies = await Promise.all(Array.from({ length: 8 }, send))
    const keys = replies.flatMap(({ problems }) => Object.values(problems))
    expect(keys).toEqual(Array(7).fill('speech_materials.one'))
    expect((await forum.list(module, person)).items).toHaveLength(1)
  })

  it.each([
    ['english_resume', 'resume.pptx', () => makeOffice({ type: 'pptx' }), 422],
    ['presentation', 'slides.pptx', () => makeOffice({ type: 'pptx' }), 200],
    ['presentation', 'slides.docx', () => makeOffice(), 422],
  ] as const)('take the kinds of files of their place: %s, %s', async (slot, name, make, status) => {
    const person = await forum.addParticipant()
    expect((await upload(person, slot, name, await make())).status).toBe(status)
  })

  it('put a file only where it was uploaded for [T43]', async () => {
    const person = await forum.addParticipant()
    const { data } = await upload(person, 'chinese_resume', 'resume.pdf')
    expect((await forum.post(module, { presentation: data.no }, person)).problems).toEqual({
      presentation: 'field.file',
    })
  })
})

function noOf(row: Row, slot: Slot): string | undefined {
  return (row[slot] as FileValue | null)?.no
}
