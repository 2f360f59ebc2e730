import { describe, expect, it } from 'vitest'
import { formatDayLabel, getLanguageLabel, formatTimeRange, getSessionTypeLabel } from './format.ts'
import { createProgramme, sessionRow } from './programme.fixture.ts'

describe('labels', () => {
  it.each([
    ['zh-CN', '周三 6日', '9月6日星期三'],
    ['en', 'Wed 6', 'Wednesday 6 September'],
  ] as const)('names a day in %s', (locale, short, long) => {
    expect(formatDayLabel('2023-09-06', locale, 'short')).toBe(short)
    expect(formatDayLabel('2023-09-06', locale, 'long')).toBe(long)
  })

  it('tells a span in the forum zone, also over midnight', () => {
    const [item] = createProgramme(
      sessionRow({ id: 's', starts_at: '2023-09-05T15:30:00Z', ends_at: '2023-09-05T16:15:00Z' }),
    ).items
    expect(item && formatTimeRange(item, 'Asia/Shanghai')).toBe('23:30–00:15')
  })

  it('names languages, and keeps a tag that nobody knows', () => {
    expect(getLanguageLabel('en', 'zh-CN')).toBe('英语')
    expect(getLanguageLabel('zh-CN', 'en')).toBe('Chinese')
    expect(getLanguageLabel('not a tag', 'en')).toBe('not a tag')
  })

  it('names types, and keeps one that a newer server has', () => {
    expect(getSessionTypeLabel('panel', 'zh-CN')).toBe('圆桌对话')
    expect(getSessionTypeLabel('hackathon', 'en')).toBe('hackathon')
  })
})
