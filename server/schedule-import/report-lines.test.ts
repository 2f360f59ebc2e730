import { expect, it } from 'vitest'
import { formatCountLines, formatNoticeLines } from './report-lines.ts'

const none = { inserted: 0, updated: 0, moved: 0, cancelled: 0, removed: 0, unchanged: 0 }
const report = {
  counts: {
    sessions: { ...none, inserted: 1105 },
    speakers: none,
    rooms: none,
    tracks: { ...none, moved: 2 },
  },
  sampleRemoved: 0,
}

it('the table has aligned columns in both languages', () => {
  expect(formatCountLines('en', report)).toEqual([
    '           new  updated  moved  cancelled  removed  unchanged',
    'sessions  1105        0      0          0        0          0',
    'speakers     0        0      0          0        0          0',
    'rooms        0        0      0          0        0          0',
    'tracks       0        0      2          0        0          0',
  ])
  expect(formatCountLines('zh-CN', report).slice(0, 2)).toEqual([
    '        新增  更新  调整  取消  移除  未变',
    '场次    1105     0     0     0     0     0',
  ])
})

it('twenty notes of a kind are shown, and the number of the others', () => {
  const notices = Array.from({ length: 23 }, (_, index) => ({
    key: 'note.unknown_track',
    params: { track: index },
  }))
  const lines = formatNoticeLines('en', [...notices, { key: 'note.unknown_zone', params: { zone: 'x' } }])
  expect(lines).toHaveLength(1 + 20 + 1 + 1)
  expect(lines[21]).toBe('  More of this kind: 3.')
  expect(formatNoticeLines('en', [])).toEqual([])
})
