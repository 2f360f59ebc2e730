import type { Localized } from '#contract/locale.ts'
import { forumInstant } from './programme.ts'
import { text } from './text.ts'

/** Where a sample's streams would be watched: a site that belongs to nobody (RFC 2606). */
const elsewhere = 'https://example.org/energy-forum'

interface Entry {
  id: string
  kind: 'video' | 'replay' | 'photos'
  title: Localized
  description: Localized
  /** Wall times `YYYY-MM-DDTHH:MM` in the forum's zone. */
  from: string
  to: string
  room: string | null
  url?: string
}

const entries: readonly Entry[] = [
  {
    id: 'live-main',
    kind: 'video',
    title: text('主会场直播：开幕式与主旨演讲', 'Live from the Main Hall: opening and keynotes'),
    description: text(
      '开幕式、主旨演讲与第一分论坛，提供中英文两路声音。',
      'The opening, the keynotes and sub-forum I, with sound in Chinese and English.',
    ),
    from: '2023-09-05T09:20',
    to: '2023-09-05T17:30',
    room: 'r-main',
  },
  {
    id: 'live-wind-solar',
    kind: 'video',
    title: text('金鸡湖厅直播：风能与太阳能', 'Live from Jinji Lake Hall: wind and solar power'),
    description: text(
      '第二分论坛上午全程，下午转播第五分论坛。',
      'All of sub-forum II in the morning, sub-forum V in the afternoon.',
    ),
    from: '2023-09-06T08:50',
    to: '2023-09-06T17:30',
    room: 'r-jinji',
    url: `${elsewhere}/jinji-lake-hall`,
  },
  {
    id: 'live-storage',
    kind: 'video',
    title: text('太湖厅直播：新型储能', 'Live from Taihu Hall: energy storage'),
    description: text(
      '第三分论坛上午全程，下午转播第六分论坛。',
      'All of sub-forum III in the morning, sub-forum VI in the afternoon.',
    ),
    from: '2023-09-06T08:50',
    to: '2023-09-06T17:30',
    room: 'r-taihu',
    url: `${elsewhere}/taihu-hall`,
  },
  {
    id: 'live-closing',
    kind: 'video',
    title: text('主会场直播：国际合作与闭幕式', 'Live from the Main Hall: cooperation and closing'),
    description: text(
      '第十一分论坛与闭幕式，提供中英文两路声音。',
      'Sub-forum XI and the closing, with sound in Chinese and English.',
    ),
    from: '2023-09-07T13:50',
    to: '2023-09-07T18:00',
    room: 'r-main',
    url: `${elsewhere}/main-hall`,
  },
  {
    id: 'replay-opening',
    kind: 'replay',
    title: text('开幕式回放', 'The opening, recorded'),
    description: text(
      '示例录像：十秒无声动画，另有一段钟声可只听声音。',
      'A sample recording: ten silent seconds of drawing, and some bells for those who only listen.',
    ),
    from: '2023-09-05T09:30',
    to: '2023-09-05T10:15',
    room: 'r-main',
  },
  {
    id: 'replay-power-system',
    kind: 'replay',
    title: text('新型电力系统分论坛回放', 'Sub-forum V: the new power system, recorded'),
    description: text('录像在分论坛结束后上传。', 'The recording is put here after the sub-forum.'),
    from: '2023-09-06T14:00',
    to: '2023-09-06T17:30',
    room: 'r-jinji',
  },
  {
    id: 'live-photos',
    kind: 'photos',
    title: text('论坛图片直播', 'The forum in pictures'),
    description: text(
      '摄影师三天内持续更新，可按会场查找。',
      'Our photographers add pictures throughout the three days, by room.',
    ),
    from: '2023-09-05T08:30',
    to: '2023-09-07T17:30',
    room: null,
    url: `${elsewhere}/pictures`,
  },
]

/** Live coverage in every state that it can have on the forum's second day: over, on, to come, recorded, in pictures. */
export const liveStreams = entries.map(({ from, to, ...entry }, index) => ({
  ...entry,
  position: index + 1,
  starts_at: forumInstant(from),
  ends_at: forumInstant(to),
}))
