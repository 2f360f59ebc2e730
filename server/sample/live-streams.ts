import { forumInstant } from './programme.ts'
import { text } from './text.ts'

/** Two rooms of live coverage; organisers enter the addresses when they have them. */
export const liveStreams = [
  {
    id: 'live-main',
    position: 1,
    kind: 'video',
    title: text('主会场直播：开幕式与主旨演讲', 'Live from the Main Hall: opening and keynotes'),
    description: text(
      '开幕式、主旨演讲与第一分论坛，提供中英文两路声音。',
      'The opening, the keynotes and sub-forum I, with sound in Chinese and English.',
    ),
    starts_at: forumInstant('2023-09-05T09:20'),
    ends_at: forumInstant('2023-09-05T17:30'),
    room: 'r-main',
  },
  {
    id: 'live-photos',
    position: 2,
    kind: 'photos',
    title: text('论坛图片直播', 'The forum in pictures'),
    description: text(
      '摄影师三天内持续更新，可按会场查找。',
      'Our photographers add pictures throughout the three days, by room.',
    ),
    starts_at: forumInstant('2023-09-05T08:30'),
    ends_at: forumInstant('2023-09-07T17:30'),
    room: null,
  },
]
