import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachDatabase } from '../support/databases.ts'
import type { EngineApp } from '../support/engine-app.ts'
import { leastWorkshop, problemsOf, startWorkshops } from '../support/workshop-forum.ts'

eachDatabase('a form of a module that only this test knows', (test) => {
  let app: EngineApp

  beforeAll(async () => {
    app = await startWorkshops(await test.open())
  })
  afterAll(() => app.close())

  it.each<[string, object, Record<string, string>]>([
    ['a missing value', { title: { 'zh-CN': '焊接', en: '' } }, { 'title.en': 'field.empty' }],
    ['a span that is too short', { from_at: '09:00', to_at: '09:59' }, { to_at: 'field.invalid' }],
    ['a span across midnight', { from_at: '23:00', to_at: '01:00' }, { to_at: 'field.invalid' }],
    [
      'an end before the start',
      { on_day: '2031-02-02', ends_on: '2031-02-01' },
      { ends_on: 'field.invalid' },
    ],
    ['a day that does not exist', { ends_on: '2031-02-30' }, { ends_on: 'field.not_valid' }],
    ['one choice that excludes the others', { diets: ['none', 'halal'] }, { diets: 'field.invalid' }],
    ['an array for a scalar', { people: [3] }, { people: 'field.not_valid' }],
    ['an object as an id', { bench: { id: 'b1' } }, { bench: 'field.not_valid' }],
    ['a row that is not there', { bench: 'b9' }, { bench: 'field.unknown_choice' }],
    ['a row that is not shown to the caller', { bench: 'b4' }, { bench: 'field.unknown_choice' }],
    ['a row that the field does not take', { tours: ['b3'] }, { 'tours.0': 'field.unknown_choice' }],
    ['rows at the same time', { tours: ['b1', 'b2'] }, { tours: 'field.invalid' }],
    [
      'a favourite that is no choice',
      { choices: ['b1', 'b2'], favourite_choice: 'b3' },
      { favourite_choice: 'field.invalid' },
    ],
    ['a repeated item', { helpers: ['Bo', 'Bo '] }, { 'helpers.1': 'field.repeated' }],
    ['a blank item', { helpers: ['Bo', '　'] }, { 'helpers.1': 'field.empty' }],
    ['10 kB of text', { tools: 'x'.repeat(10_240), is_hands_on: true }, { tools: 'field.too_long' }],
    ['what needs a leave', { shines: true }, { shines: 'field.invalid' }],
    ['a field that is not there', { nope: 1 }, { nope: 'field.unknown' }],
    ['a field that is hidden', { secret_note: 'x' }, { secret_note: 'field.unknown' }],
    ['the state', { state: 'placed' }, { state: 'field.read_only' }],
    ['the owner', { owner_id: 'bo' }, { owner_id: 'field.unknown' }],
    ['what actions write', { placed_bench: 'b1' }, { placed_bench: 'field.read_only' }],
    ['the version', { version: 7 }, { version: 'field.read_only' }],
    ['a file that is not there', { paper: '0000' }, { paper: 'field.file' }],
  ])('refuses %s and writes nothing', async (_, fields, problems) => {
    const before = (await app.get<{ total: number }>('/front/query/workshops/all', {}, 'organiser')).body.data
      .total
    const answer = await app.post('/front/post/workshops', { ...leastWorkshop, ...fields }, 'participant:eve')
    expect(answer.status).toBe(422)
    expect(problemsOf(answer)).toMatchObject(problems)
    expect(answer.body.error?.fields.every(({ text }) => (text ?? '').length > 5)).toBe(true)
    const after = (await app.get<{ total: number }>('/front/query/workshops/all', {}, 'organiser')).body.data
      .total
    expect(after).toBe(before)
  })
})
