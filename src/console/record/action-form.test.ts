import { expect, test } from 'vitest'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { registrations } from '#contract/modules/registrations.ts'
import { sideMeetings } from '#contract/modules/side-meetings.ts'
import { getActionForm, orderActions } from './action-form.ts'

const meetings = { ...sideMeetings, options: {} } as unknown as ModuleMetadata
const people = { ...registrations, options: {} } as unknown as ModuleMetadata

test("an action form requires the fields of the action, not those of the row's form", () => {
  const shape = getActionForm(meetings, meetings.actions['assign'] ?? { label: { 'zh-CN': '', en: '' } })
  expect(shape.fields['assigned_room']?.required).toBe(true)
  expect(shape.fields['name']?.required).toBe(false)
  const paid = getActionForm(meetings, meetings.actions['mark_paid'] ?? { label: { 'zh-CN': '', en: '' } })
  expect(paid.fields['paid_at']?.required).toBe(false)
})

test('a field has its options', () => {
  const size = [{ value: 'a', label: { 'zh-CN': '甲', en: 'A' } }]
  const metadata = { ...meetings, options: { room_size: size } }
  expect(getActionForm(metadata, { label: { 'zh-CN': '', en: '' } }).fields['room_size']?.options).toBe(size)
})

test('positive actions come last, and unknown ones are left out', () => {
  expect(orderActions(people, ['approve', 'request_info', 'decline', 'unheard_of'])).toEqual([
    'decline',
    'request_info',
    'approve',
  ])
})
