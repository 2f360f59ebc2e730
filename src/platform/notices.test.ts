import { expect, test } from 'vitest'
import { createNoticeStore } from './notices.ts'

const lost = { kind: 'warning', title: '网络异常', text: '无法连接服务器' } as const

test('equal notices are merged into the one on screen [281]', () => {
  const notices = createNoticeStore()
  for (let time = 0; time < 5; time += 1) notices.show(lost)
  expect(notices.list()).toMatchObject([{ ...lost, count: 5 }])
})

test('a notice that was dismissed is shown again', () => {
  const notices = createNoticeStore()
  notices.show(lost)
  notices.dismiss(notices.list()[0]?.id ?? 0)
  expect(notices.list()).toEqual([])
  notices.show(lost)
  expect(notices.list()).toMatchObject([{ count: 1 }])
})

test('the oldest notice is removed', () => {
  const notices = createNoticeStore(2)
  for (const title of ['a', 'b', 'c']) notices.show({ kind: 'info', title })
  expect(notices.list().map(({ title }) => title)).toEqual(['b', 'c'])
})
