import { describe, expect, it, test } from 'vitest'
import { locales } from '../locale.ts'
import type { ModuleDefinition } from '../module-definition.ts'
import type { Values } from '../form/form-shape.ts'
import * as sample from '../../server/sample/people.ts'
import { tourRoutes, tracks } from '../../server/sample/programme.ts'
import errors from '../../locales/en/errors.json' with { type: 'json' }
import chineseErrors from '../../locales/zh-CN/errors.json' with { type: 'json' }
import { fillIn } from '../../tests/support/forms.ts'
import { registrations } from './registrations.ts'
import { staffRegistrations } from './staff-registrations.ts'

const rows: Readonly<Record<string, readonly Values[]>> = {
  tracks,
  tour_routes: [
    ...tourRoutes,
    { id: 'evening', starts_at: '2023-09-07T10:00:00Z', ends_at: '2023-09-07T12:00:00Z' },
  ],
}
const related = (module: string, id: string) => rows[module]?.find((row) => row['id'] === id)

const person = {
  realname: 'Participant one',
  mobile: '+12025550101',
  id_number: 'E12345678',
  email: 'one@forum.example',
  country: 'China',
  city: 'Suzhou',
  company: 'A company',
  position: 'Engineer',
  photo: 'file-1',
}
/** What the server makes of a new registration. */
const made = {
  status: 'submitted',
  locale: 'en',
  submitted_at: '2023-08-01T00:00:00Z',
  id_number_repeated: false,
}
const whole = {
  ...person,
  ...made,
  business_category: 'developers',
  opening_ceremony: false,
  attend_opening_ceremony_status: false,
}
const fill = (more: object) => fillIn(registrations, { ...whole, ...more }, related)
const optionsOf = ({ fields }: ModuleDefinition, key: string) =>
  fields[key]?.options?.map(({ value }) => value)

describe('a registration', () => {
  it('has the fields of the specification; the code is that of the sign-in before it [106-114]', () => {
    const names = 'realname mobile id_number email country city company position business_category'.split(' ')
    const choices = 'opening_ceremony attend_opening_ceremony_status activities sub_forum priority_sub_forum'
    expect(Object.keys(registrations.fields)).toEqual(
      expect.arrayContaining([...names, 'other_business_label', ...choices.split(' '), 'photo']),
    )
    expect(registrations.fields).not.toHaveProperty('captcha')
    expect(fill({}).problems).toEqual({})
  })

  it('has exactly the eight business categories [115]', () => {
    expect(optionsOf(registrations, 'business_category')).toEqual([
      'government',
      'developers',
      'equipment_manufacturer',
      'financial_investment',
      'university_institute',
      'association_ngo_npo',
      'media',
      'other',
    ])
  })

  it.each([
    'realname',
    'id_number',
    'email',
    'country',
    'city',
    'company',
    'position',
    'photo',
    'business_category',
  ])('without %s says exactly: required [129, 130]', (field) => {
    expect(fill({ [field]: ' ' }).problems).toEqual({ [field]: 'registration.required' })
    expect(errors['registration.required']).toBe('required')
    expect(chineseErrors['registration.required']).toBe('必填')
  })

  it('checks what e-mail, mobile and ID number look like [134]', () => {
    const wrong = { email: 'one@forum', mobile: 'no number', id_number: '32058219900230123X' }
    expect(fill(wrong).problems).toEqual({
      email: 'field.not_valid',
      mobile: 'field.not_valid',
      id_number: 'field.not_valid',
    })
  })

  it('asks for the other business only when the category is other [116, T37]', () => {
    expect(fill({ business_category: 'other' }).problems).toEqual({
      other_business_label: 'registration.required',
    })
    expect(fill({ business_category: 'other', other_business_label: 'Law' }).problems).toEqual({})
    expect(fill({ other_business_label: 'Law' }).kept['other_business_label']).toBeNull()
  })

  it('takes the opening ceremony only when its status allows [119, 120]', () => {
    expect(fill({ opening_ceremony: true }).problems).toEqual({
      opening_ceremony: 'registration.ceremony_closed',
    })
    expect(fill({ opening_ceremony: true, attend_opening_ceremony_status: true }).problems).toEqual({})
    expect(fill({ attend_opening_ceremony_status: true }).problems).toEqual({})
  })

  it('wants a priority among sub-forums at the same time, and no other [125-128]', () => {
    const clashing = ['t-2', 't-3', 't-11']
    expect(fill({ sub_forum: clashing }).problems).toEqual({ priority_sub_forum: 'registration.required' })
    expect(fill({ sub_forum: clashing, priority_sub_forum: 't-3' }).problems).toEqual({})
    for (const other of ['t-11', 't-4'])
      expect(fill({ sub_forum: clashing, priority_sub_forum: other }).problems).toEqual({
        priority_sub_forum: 'registration.priority_not_picked',
      })
  })

  it('asks for no priority when nothing clashes, and keeps none [125-128]', () => {
    const { kept, problems } = fill({ sub_forum: ['t-1', 't-2', 't-5'], priority_sub_forum: 't-2' })
    expect(problems).toEqual({})
    expect(kept['priority_sub_forum']).toBeNull()
  })

  it('takes all eleven sub-forums and no twelfth, none twice [122]', () => {
    const all = tracks.map(({ id }) => id)
    expect(fill({ sub_forum: all, priority_sub_forum: 't-2' }).problems).toEqual({})
    expect(fill({ sub_forum: [...all, 't-12'], priority_sub_forum: 't-2' }).problems).not.toEqual({})
    expect(fill({ sub_forum: ['t-1', 't-1'] }).problems).not.toEqual({})
  })

  it('takes tours that follow one another, not two at the same time [121, T36]', () => {
    expect(fill({ activities: ['tour-a', 'evening'] }).problems).toEqual({})
    expect(fill({ activities: ['tour-a', 'tour-b'] }).problems).toEqual({
      activities: 'registration.tours_overlap',
    })
  })

  it('may be without ID number and photo when it is over: they go by themselves then', () => {
    expect(fill({ status: 'withdrawn', id_number: null, photo: null }).problems).toEqual({})
    expect(fill({ status: 'approved', id_number: null, photo: null }).problems).not.toEqual({})
  })
})

describe('a registration of staff or media', () => {
  const post = { identity_category: 'media_personnel', department: 'A magazine' }
  const fillStaff = (more: object) => fillIn(staffRegistrations, { ...person, ...made, ...post, ...more })

  it('has a category of its own and a department, and nothing that participants choose [140, 141]', () => {
    expect(fillStaff({}).problems).toEqual({})
    expect(optionsOf(staffRegistrations, 'identity_category')).toEqual([
      'main_forum_staff',
      'sub_forum_staff',
      'exhibition_staff',
      'media_personnel',
    ])
    expect(fillStaff({ identity_category: 'guest', department: '' }).problems).toEqual({
      identity_category: 'field.choice',
      department: 'registration.required',
    })
    expect(staffRegistrations.fields).not.toHaveProperty('sub_forum')
    expect(staffRegistrations.fields).not.toHaveProperty('business_category')
  })

  it('goes through the same states by the same actions [T44]', () => {
    expect(staffRegistrations.workflow).toEqual(registrations.workflow)
    expect(staffRegistrations.actions).toEqual(registrations.actions)
  })
})

test('the photo says what it must be, in both languages [129]', () => {
  for (const locale of locales) expect(registrations.fields.photo.help?.[locale]).toMatch(/免冠|bareheaded/)
})

test('the sample registrations keep all rules, each person’s in their own account', () => {
  const defaults = { id_number_repeated: false, photo: 'file-1' }
  for (const [definition, list] of [
    [registrations, sample.registrations],
    [staffRegistrations, sample.staffRegistrations],
  ] as const)
    for (const row of list) expect(fillIn(definition, { ...defaults, ...row }, related).problems).toEqual({})
  const owners = [...sample.registrations, ...sample.staffRegistrations].map((row) => row.owner_id)
  expect(owners).toEqual(sample.accounts.map(({ id }) => id))
  expect(new Set(sample.registrations.map(({ status }) => status)).size).toBe(6)
})
