import { expect, test } from 'vitest'
import { registrations } from '#contract/modules/registrations.ts'
import { chooseTyped, fillForm, formValues, rowSeen, takeRow, typeInto, type FormRow } from './form-state.ts'

const fields = ['realname', 'email', 'company', 'city']
const shape = registrations

const row: FormRow = { realname: 'Li Lei', email: 'old@example.com', company: 'Old Ltd', version: 1 }
const newer: FormRow = { realname: 'Li Lei', email: 'new@example.com', company: 'New Ltd', version: 2 }
const of = (original?: FormRow) => ({ shape, fields, original })

test('a row that changes while nothing was typed is shown as it is now', () => {
  const state = fillForm(of(row), {})
  expect(formValues(of(newer), state)).toMatchObject({ email: 'new@example.com', company: 'New Ltd' })
  expect(rowSeen(of(newer), state)?.version).toBe(2)
})

test('a row that changes after the first letter stays the one that the person saw, with its version', () => {
  const typed = typeInto(fillForm(of(row), {}), of(row), 'company', 'Mine')
  expect(formValues(of(newer), typed)).toMatchObject({ company: 'Mine', email: 'old@example.com' })
  expect(rowSeen(of(newer), typed)?.version).toBe(1)
})

test('only what was typed is typed: the rest of the row is none of the draft', () => {
  expect(typeInto(fillForm(of(row), {}), of(row), 'company', 'Mine').typed).toEqual({ company: 'Mine' })
})

test('a draft lies over the row as it is now; what it holds unchanged of an old row is left out', () => {
  const whole = { ...row, company: 'Mine', status: 'submitted' }
  const filled = fillForm(of(row), whole)
  expect(filled.typed).toEqual({ company: 'Mine' })
  const over = fillForm(of(newer), { company: 'Mine' })
  expect(formValues(of(newer), over)).toMatchObject({ company: 'Mine', email: 'new@example.com' })
  expect(rowSeen(of(newer), over)?.version).toBe(2)
})

test('a draft says over which version it was typed: what changed since is not overwritten unseen', () => {
  const over = fillForm(of(newer), { company: 'Mine', version: 1 })
  expect(formValues(of(newer), over)).toMatchObject({ company: 'Mine', email: 'new@example.com' })
  expect(rowSeen(of(newer), over)?.version).toBe(1)
  const same = fillForm(of(newer), { company: 'New Ltd', version: 1 })
  expect(rowSeen(of(newer), same)?.version).toBe(2)
})

test('values that are given and say nothing else than the row do not hold it', () => {
  const state = fillForm(of(row), { ...row })
  expect(state.typed).toEqual({})
  expect(formValues(of(newer), state)['email']).toBe('new@example.com')
})

test('a new form begins with the defaults of its fields, under what is given', () => {
  const shapeWithDefault = {
    fields: {
      note: { type: 'string', label: { 'zh-CN': '注', en: 'Note' }, localized: false, required: false },
      pick_up: {
        type: 'boolean',
        label: { 'zh-CN': '接', en: 'Pick up' },
        localized: false,
        required: false,
        default: true,
      },
    },
  } as const
  const form = { shape: shapeWithDefault, fields: ['note', 'pick_up'], original: undefined }
  expect(formValues(form, fillForm(form, { note: 'x' }))).toEqual({ note: 'x', pick_up: true })
  expect(formValues(form, fillForm(form, { pick_up: false }))).toEqual({ pick_up: false })
})

test('a row that arrives under nothing that was typed is taken as it is', () => {
  const state = takeRow(of(row), fillForm(of(), {}))
  expect(formValues(of(row), state)).toMatchObject(row)
  expect(state).toEqual({ typed: {}, given: {} })
})

test('a row that arrives under what was typed fills in the rest, and what it says else is to be chosen', () => {
  const typed = { realname: 'Li Lei', email: 'my@example.com', company: 'Mine', city: 'Suzhou' }
  const begun = Object.entries(typed).reduce(
    (state, [key, value]) => typeInto(state, of(), key, value),
    fillForm(of(), {}),
  )
  const over = takeRow(of({ ...row, city: null }), begun)
  // What the row says itself is typed no more, and what it leaves empty takes nothing away.
  expect(over.unseen).toEqual(['email', 'company'])
  expect(over.typed).toEqual({ email: 'my@example.com', company: 'Mine', city: 'Suzhou' })
  const chosen = chooseTyped(over, ['company'])
  expect(formValues(of(newer), chosen)).toMatchObject({
    email: 'old@example.com',
    company: 'Mine',
    city: 'Suzhou',
  })
  expect([chosen.unseen, rowSeen(of(newer), chosen)?.version]).toEqual([undefined, 1])
})

test('who keeps nothing of what was typed has the row, and follows it again', () => {
  const over = takeRow(of(row), typeInto(fillForm(of(), {}), of(), 'company', 'Mine'))
  expect(chooseTyped(over, [])).toEqual({ typed: {}, given: {} })
})

test('a draft that was typed before there was a row is to be chosen from; one over a version is not', () => {
  expect(fillForm(of(row), { company: 'Mine' }).unseen).toEqual(['company'])
  const early = fillForm(of(), { company: 'Mine', version: 1 })
  const late = takeRow(of(newer), early)
  expect([late.unseen, rowSeen(of(newer), late)?.version]).toEqual([undefined, 1])
})
