import { expect, test } from 'vitest'
import type { OutboxEntry } from './entry.ts'
import { planWithdrawal } from './plan-withdrawal.ts'

const createEntry = (entry: Partial<OutboxEntry>): OutboxEntry => ({
  id: 'create',
  module: 'side_meetings',
  entityId: 'one',
  deed: { kind: 'create' },
  state: 'queued',
  isLate: false,
  isBlocked: false,
  title: '',
  formPath: '',
  body: {},
  fileNames: [],
  fileFields: [],
  tries: 0,
  isTried: false,
  createdAt: 0,
  ...entry,
})
const edit = (entry: Partial<OutboxEntry> = {}) =>
  createEntry({ id: 'edit', deed: { kind: 'update', baseVersion: 0 }, ...entry })
const row = { id: 'one' }

test('what was never sent, or was refused, is put away and nobody hears of it', () => {
  const quietly = { discard: ['create'], mustSend: false }
  expect(planWithdrawal({ row: undefined, unsentEntries: [createEntry({})] })).toEqual(quietly)
  expect(
    planWithdrawal({ row: undefined, unsentEntries: [createEntry({ state: 'rejected', isTried: true })] }),
  ).toEqual(quietly)
})

test('what the server may have taken is withdrawn there, however little of it came back', () => {
  const tried = createEntry({ state: 'waiting', isTried: true })
  expect(planWithdrawal({ row: undefined, unsentEntries: [tried] })).toEqual({ discard: [], mustSend: true })
  expect(planWithdrawal({ row: undefined, unsentEntries: [tried, edit()] })).toEqual({
    discard: [],
    mustSend: true,
  })
  expect(
    planWithdrawal({ row: undefined, unsentEntries: [createEntry({ state: 'expired', isTried: true })] }),
  ).toEqual({
    discard: [],
    resend: 'create',
    mustSend: true,
  })
})

test.each(['rejected', 'expired', 'conflict'] as const)(
  'a change that is %s holds no withdrawal up',
  (state) => {
    expect(planWithdrawal({ row, unsentEntries: [edit({ state })] })).toEqual({
      discard: ['edit'],
      mustSend: true,
    })
  },
)

test('what is on its way goes before the withdrawal', () => {
  expect(planWithdrawal({ row, unsentEntries: [edit()] })).toEqual({ discard: [], mustSend: true })
})
