import { describe, expect, it } from 'vitest'
import type { FormShape, Values } from '#contract/form/form-shape.ts'
import { f } from '#contract/fields.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { initFormState } from './form-state.ts'
import { validateForm, toRequestBody, type ValidationInput } from './validate-form.ts'
import { createUnfinished } from './unfinished.ts'

const label = { 'zh-CN': '附加', en: 'Extra' }
const about = (shape: FormShape, fields: string[]): ValidationInput => ({
  shape,
  fields,
  related: () => undefined,
})
const listIssues = (subject: ValidationInput, values: Values) =>
  validateForm(subject, values, 'en').map(({ path, key }) => [path, key])

describe('a name that was typed and not confirmed', () => {
  const meeting = about(sideMeetings, ['guests'])
  const three = ['a', 'b', 'c']
  it.each([
    ['goes along with a list that is right without it', ' d\u3000', [...three, 'd']],
    ['is nothing more when the list has it', 'c ', three],
    ['is nothing when it is blank', ' ', three],
  ])('%s', (_, typed, guests) => {
    const values = { guests: createUnfinished(typed, three) }
    expect(listIssues(meeting, values)).toEqual([])
    expect(toRequestBody(meeting, values)).toEqual({ guests })
  })

  it.each([
    [
      'does not fill up a list that is too short [T31]',
      ['a', 'b'],
      'c',
      'guests',
      'side_meeting.guests.min3',
    ],
    ['is told when it is too long', three, 'd'.repeat(81), 'guests.3', 'field.too_long'],
  ])('%s', (_, names, typed, path, key) => {
    expect(listIssues(meeting, { guests: createUnfinished(typed, names) })).toEqual([[path, key]])
  })
})

describe('what nothing can be made of', () => {
  it('is told at its field, whether or not it must be filled in, and within an object', () => {
    const shape: FormShape = {
      fields: {
        kind: f.string({ label }),
        day: f.date({ label, required: true }),
        free: f.date({ label }),
        value: f.json({
          label,
          shaped: { field: 'kind', shapes: { a: { fields: { data: f.json({ label }) } } } },
        }),
      },
    }
    const begun = createUnfinished('', null)
    const values = { kind: 'a', day: begun, free: begun, value: { data: createUnfinished('{"a":', null) } }
    expect(listIssues(about(shape, Object.keys(values)), values)).toEqual([
      ['day', 'field.not_valid'],
      ['free', 'field.not_valid'],
      ['value.data', 'field.not_valid'],
    ])
  })

  it('holds up a picture that is being cut, and nothing that is hidden', () => {
    const uncut = createUnfinished(
      { file: new Blob(['x']), name: 'me.jpg' },
      { file: new Blob(['y']), name: 'old.jpg' },
    )
    expect(listIssues(about(registrations, ['photo']), { photo: uncut })).toEqual([
      ['photo', 'field.unfinished'],
    ])
    const hidden = { business_category: 'developers', other_business_label: createUnfinished('', null) }
    expect(listIssues(about(registrations, Object.keys(hidden)), hidden)).toEqual([])
  })
})

it('what is not finished is part of what a draft keeps', () => {
  const typed = { guests: createUnfinished('张', ['a']), apply_date: createUnfinished('', null) }
  const ground = { shape: sideMeetings, fields: ['guests', 'apply_date'], original: undefined }
  expect(initFormState(ground, typed).typedValues).toEqual(typed)
})

it('JSON that could not be read yet comes out of a draft of an earlier version as it was typed', () => {
  const shape: FormShape = { fields: { data: f.json({ label }), code: f.string({ label }) } }
  const ground = { shape, fields: ['data', 'code'], original: undefined }
  const { typedValues: typed } = initFormState(ground, { data: { $unread: '{"a":' }, code: 'x' })
  expect(typed).toEqual({ data: createUnfinished('{"a":', null), code: 'x' })
  expect(listIssues(about(shape, ground.fields), typed)).toEqual([['data', 'field.not_valid']])
})
