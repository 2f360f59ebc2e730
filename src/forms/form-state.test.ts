import { expect, test } from 'vitest'
import { registrations } from '#contract/modules/registrations.ts'
import {
  resolveConflicts,
  initFormState,
  getFormValues,
  getVisibleRow,
  applyRow,
  setFieldValue,
  type FormRow,
} from './form-state.ts'

const fields = ['realname', 'email', 'company', 'city']
const shape = registrations

const row: FormRow = { realname: 'Li Lei', email: 'old@example.com', company: 'Old Ltd', version: 1 }
const newer: FormRow = { realname: 'Li Lei', email: 'new@example.com', company: 'New Ltd', version: 2 }
const of = (original?: FormRow) => ({ shape, fields, original })

test('a row that changes while nothing was typed is shown as it is now', () => {
  const state = initFormState(of(row), {})
  expect(getFormValues(of(newer), state)).toMatchObject({ email: 'new@example.com', company: 'New Ltd' })
  expect(getVisibleRow(of(newer), state)?.version).toBe(2)
})

test('a row that changes after the first letter stays the one that the person saw, with its version', () => {
  const typed = setFieldValue(initFormState(of(row), {}), of(row), 'company', 'Mine')
  expect(getFormValues(of(newer), typed)).toMatchObject({ company: 'Mine', email: 'old@example.com' })
  expect(getVisibleRow(of(newer), typed)?.version).toBe(1)
})

test('only what was typed is typed: the rest of the row is none of the draft', () => {
  expect(setFieldValue(initFormState(of(row), {}), of(row), 'company', 'Mine').typedValues).toEqual({
    company: 'Mine',
  })
})

test('a draft lies over the row as it is now; what it holds unchanged of an old row is left out', () => {
  const fullRow = { ...row, company: 'Mine', status: 'submitted' }
  const filled = initFormState(of(row), fullRow)
  expect(filled.typedValues).toEqual({ company: 'Mine' })
  const over = initFormState(of(newer), { company: 'Mine' })
  expect(getFormValues(of(newer), over)).toMatchObject({ company: 'Mine', email: 'new@example.com' })
  expect(getVisibleRow(of(newer), over)?.version).toBe(2)
})

test('a draft says over which version it was typed: what changed since is not overwritten unseen', () => {
  const over = initFormState(of(newer), { company: 'Mine', version: 1 })
  expect(getFormValues(of(newer), over)).toMatchObject({ company: 'Mine', email: 'new@example.com' })
  expect(getVisibleRow(of(newer), over)?.version).toBe(1)
  const same = initFormState(of(newer), { company: 'New Ltd', version: 1 })
  expect(getVisibleRow(of(newer), same)?.version).toBe(2)
})

test('values that are given and say nothing else than the row do not hold it', () => {
  const state = initFormState(of(row), { ...row })
  expect(state.typedValues).toEqual({})
  expect(getFormValues(of(newer), state)['email']).toBe('new@example.com')
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
  expect(getFormValues(form, initFormState(form, { note: 'x' }))).toEqual({ note: 'x', pick_up: true })
  expect(getFormValues(form, initFormState(form, { pick_up: false }))).toEqual({ pick_up: false })
})

test('a row that arrives under nothing that was typed is taken as it is', () => {
  const state = applyRow(of(row), initFormState(of(), {}))
  expect(getFormValues(of(row), state)).toMatchObject(row)
  expect(state).toEqual({ typedValues: {}, initial: {} })
})

test('a row that arrives under what was typed fills in the rest, and what it says else is to be chosen', () => {
  const typed = { realname: 'Li Lei', email: 'my@example.com', company: 'Mine', city: 'Suzhou' }
  const begun = Object.entries(typed).reduce(
    (state, [key, value]) => setFieldValue(state, of(), key, value),
    initFormState(of(), {}),
  )
  const over = applyRow(of({ ...row, city: null }), begun)
  // What equals the row no longer counts as typed, and an empty field of the row is no conflict.
  expect(over.conflicting).toEqual(['email', 'company'])
  expect(over.typedValues).toEqual({ email: 'my@example.com', company: 'Mine', city: 'Suzhou' })
  const chosen = resolveConflicts(over, ['company'])
  expect(getFormValues(of(newer), chosen)).toMatchObject({
    email: 'old@example.com',
    company: 'Mine',
    city: 'Suzhou',
  })
  expect([chosen.conflicting, getVisibleRow(of(newer), chosen)?.version]).toEqual([undefined, 1])
})

test('who keeps nothing of what was typed has the row, and follows it again', () => {
  const over = applyRow(of(row), setFieldValue(initFormState(of(), {}), of(), 'company', 'Mine'))
  expect(resolveConflicts(over, [])).toEqual({ typedValues: {}, initial: {} })
})

test('a draft that was typed before there was a row is to be chosen from; one over a version is not', () => {
  expect(initFormState(of(row), { company: 'Mine' }).conflicting).toEqual(['company'])
  const early = initFormState(of(), { company: 'Mine', version: 1 })
  const newerState = applyRow(of(newer), early)
  expect([newerState.conflicting, getVisibleRow(of(newer), newerState)?.version]).toEqual([undefined, 1])
})
