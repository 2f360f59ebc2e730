import { expect, test } from 'vitest'
import { isUnread, refuseUnread } from './unread.ts'
import type { ModuleForm } from '#features/forms'

test('text that is no data yet is told at its field, before anything is judged or sent', () => {
  const refused: unknown[] = []
  const form = {
    values: { extra: { $unread: '{"a":' }, title: 'A', other: { $unread: 'x', b: 1 } },
    field: () => ({ type: 'json', label: { 'zh-CN': '附加信息', en: 'Extra' } }),
    refuse: (problems: readonly unknown[]) => refused.push(...problems),
  } as unknown as ModuleForm
  expect(refuseUnread(form)).toBe(true)
  expect(refused).toMatchObject([
    { path: 'extra', key: 'field.not_valid', params: { label: '附加信息', type: '数据' } },
  ])
  expect(isUnread({ a: 1 })).toBe(false)
})
