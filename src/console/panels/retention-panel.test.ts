import { expect, test } from 'vitest'
import type { RetentionEntry } from '#contract/retention.ts'
import { summarizeRetention } from './RetentionPanel.tsx'

const label = { 'zh-CN': '记录', en: 'Records' }
const rule = (name: string, ...rows: number[]): RetentionEntry => ({
  rule: name,
  module: null,
  label,
  fields: [],
  hours: 24,
  isOfForum: false,
  rows,
  waitingRows: 0,
})

test('sorts rules by time and size, separates idle ones, and adds up the rows', () => {
  const view = summarizeRetention({
    forumEnd: null,
    clock: null,
    backupDays: null,
    backupAt: null,
    at: ['2026-03-01T00:00:00Z', '2026-03-08T00:00:00Z', '2026-03-31T00:00:00Z'],
    rules: [rule('never', 0, 0, 0), rule('late', 0, 0, 90), rule('few', 2, 2, 2), rule('many', 5, 6, 7)],
  })
  expect(view.totals).toEqual([7, 8, 99])
  expect(view.activeRules.map((one) => one.rule)).toEqual(['many', 'few', 'late'])
  expect(view.idleRules.map((one) => one.rule)).toEqual(['never'])
})
