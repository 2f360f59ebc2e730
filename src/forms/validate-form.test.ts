import { describe, expect, it } from 'vitest'
import type { Values } from '#contract/form/form-shape.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { maskedValue } from '#contract/row.ts'
import { getChangedFields, validateForm, toRequestBody, type ValidationInput } from './validate-form.ts'

const spans: Record<string, Values> = {
  ii: { starts_at: '2023-09-06T01:00:00Z', ends_at: '2023-09-06T04:00:00Z' },
  iii: { starts_at: '2023-09-06T01:00:00Z', ends_at: '2023-09-06T04:00:00Z' },
  v: { starts_at: '2023-09-06T06:00:00Z', ends_at: '2023-09-06T09:30:00Z' },
}

const fields = [
  'realname',
  'id_number',
  'email',
  'business_category',
  'other_business_label',
  'opening_ceremony',
  'sub_forum',
  'priority_sub_forum',
  'photo',
]

const registration: ValidationInput = { shape: registrations, fields, related: (_, id) => spans[id] }

const photo = { file: new Blob(['x']), name: 'me.jpg' }

const filled = {
  realname: ' 李雷 ',
  id_number: 'E1234567',
  email: 'li@example.com',
  business_category: 'developers',
  other_business_label: 'Left from before',
  opening_ceremony: false,
  sub_forum: ['ii', 'v'],
  priority_sub_forum: 'ii',
  photo,
}

const listKeys = (values: Values, subject = registration) =>
  Object.fromEntries(validateForm(subject, values, 'en').map(({ path, key }) => [path, key]))

describe('what is wrong with a form', () => {
  it('is nothing when all is filled in, with a file that is on this device only', () => {
    expect(listKeys(filled)).toEqual({})
  })

  it('says "required" of every empty field that must be filled in, in the order of the form', () => {
    const issues = validateForm(registration, {}, 'en')
    expect(issues.map(({ path }) => path)).toEqual([
      'realname',
      'id_number',
      'email',
      'business_category',
      'opening_ceremony',
      'photo',
    ])
    expect(listKeys({})['realname']).toBe('registration.required')
  })

  it('asks for a priority among picks at the same time, and for none without', () => {
    const overlapping = { ...filled, sub_forum: ['ii', 'iii', 'v'], priority_sub_forum: null }
    expect(listKeys(overlapping)).toEqual({ priority_sub_forum: 'registration.required' })
    expect(listKeys({ ...overlapping, priority_sub_forum: 'v' })).toEqual({
      priority_sub_forum: 'registration.priority_not_picked',
    })
    expect(listKeys({ ...overlapping, priority_sub_forum: 'iii' })).toEqual({})
    expect(listKeys({ ...overlapping, sub_forum: ['ii', 'v'] })).toEqual({})
  })

  it('says at a name which of the list is wrong', () => {
    const meeting: ValidationInput = { shape: sideMeetings, fields: ['guests'], related: () => undefined }
    expect(listKeys({ guests: ['a', 'b'] }, meeting)).toEqual({ guests: 'side_meeting.guests.min3' })
    expect(listKeys({ guests: ['a', 'b', 'a'] }, meeting)).toEqual({ 'guests.2': 'field.repeated' })
  })
})

describe('what is sent', () => {
  it('is clean, without what is hidden and without files', () => {
    expect(toRequestBody(registration, filled)).toEqual({
      realname: '李雷',
      id_number: 'E1234567',
      email: 'li@example.com',
      business_category: 'developers',
      other_business_label: null,
      opening_ceremony: false,
      sub_forum: ['ii', 'v'],
      priority_sub_forum: null,
    })
  })
})

describe('a row that the server has', () => {
  const original = {
    ...filled,
    realname: '李雷',
    id_number: maskedValue,
    photo: { no: 'f1', name: 'me.jpg' },
  }
  const edited: ValidationInput = { ...registration, original }

  it('is judged by what was changed: a masked ID number is none', () => {
    expect(listKeys(original, edited)).toEqual({})
    expect(listKeys({ ...original, id_number: '**' }, edited)).toEqual({ id_number: 'field.id_number' })
    expect(listKeys({ ...original, id_number: '' }, edited)).toEqual({ id_number: 'registration.required' })
  })

  it('is sent by what was changed', () => {
    expect(toRequestBody(edited, { ...original, realname: ' 李雷' })).toEqual({})
    expect(toRequestBody(edited, { ...original, email: 'lei@example.com' })).toEqual({
      email: 'lei@example.com',
    })
  })

  it('is changed by another file', () => {
    expect(getChangedFields(edited, { ...original, photo })).toEqual(['photo'])
  })
})
