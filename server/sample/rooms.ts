import type { Localized } from '#contract/locale.ts'
import { text } from './text.ts'

interface RoomRow {
  id: string
  position: number
  name: Localized
  floor: Localized
  description: Localized
  capacity: number | null
}

const first = text('一层', 'First floor')
const second = text('二层', 'Second floor')
const third = text('三层', 'Third floor')

/** Halls and other places of the venue, in the order of the venue map. */
export const rooms: readonly RoomRow[] = [
  {
    id: 'r-main',
    position: 1,
    name: text('主会场', 'Main Hall'),
    floor: third,
    description: text(
      '开幕式、主旨演讲和闭幕式会场，提供中英文同声传译。同传耳机凭胸卡在东侧入口领取。',
      'Home of the opening, the keynotes and the closing, with simultaneous interpretation between Chinese and English. Collect a headset at the east entrance by showing your badge.',
    ),
    capacity: 1200,
  },
  {
    id: 'r-jinji',
    position: 2,
    name: text('金鸡湖厅', 'Jinji Lake Hall'),
    floor: second,
    description: text(
      '位于二层东侧，靠近一号自动扶梯，提供中英文同声传译。',
      'On the east side of the second floor, next to escalator 1. Interpreted between Chinese and English.',
    ),
    capacity: 400,
  },
  {
    id: 'r-taihu',
    position: 3,
    name: text('太湖厅', 'Taihu Hall'),
    floor: second,
    description: text(
      '位于二层中部，与茶歇区相邻，提供中英文同声传译。',
      'In the middle of the second floor, beside the tea-break area. Interpreted between Chinese and English.',
    ),
    capacity: 350,
  },
  {
    id: 'r-canal',
    position: 4,
    name: text('运河厅', 'Canal Hall'),
    floor: second,
    description: text(
      '位于二层西侧，乘三号电梯可直达，提供中英文同声传译。',
      'On the west side of the second floor, reached directly by lift 3. Interpreted between Chinese and English.',
    ),
    capacity: 300,
  },
  {
    id: 'r-huqiu',
    position: 5,
    name: text('虎丘厅', 'Tiger Hill Hall'),
    floor: second,
    description: text(
      '位于二层北侧，设有无障碍座席，提供中英文同声传译。',
      'On the north side of the second floor, with step-free seating. Interpreted between Chinese and English.',
    ),
    capacity: 260,
  },
  {
    id: 'r-pingjiang',
    position: 6,
    name: text('平江厅', 'Pingjiang Hall'),
    floor: third,
    description: text(
      '位于三层主会场西侧，适合研讨和小型圆桌会议。',
      'On the third floor, west of the Main Hall; suited to workshops and small round tables.',
    ),
    capacity: 120,
  },
  {
    id: 'r-shihu',
    position: 7,
    name: text('石湖厅', 'Shihu Hall'),
    floor: third,
    description: text(
      '位于三层南侧，可按申请用于边会。',
      'On the south side of the third floor; available for side meetings on application.',
    ),
    capacity: 80,
  },
  {
    id: 'r-dushu',
    position: 8,
    name: text('独墅湖厅', 'Dushu Lake Hall'),
    floor: third,
    description: text(
      '位于三层东南角，论坛期间为演讲嘉宾休息和试讲室。',
      'In the south-east corner of the third floor; the speakers’ lounge and rehearsal room during the forum.',
    ),
    capacity: 60,
  },
  {
    id: 'r-foyer',
    position: 9,
    name: text('二层序厅', 'Second-floor Foyer'),
    floor: second,
    description: text(
      '各分论坛共用的茶歇区，设有饮水点和手机充电位。',
      'The tea-break area shared by all sub-forums, with drinking water and phone charging.',
    ),
    capacity: 800,
  },
  {
    id: 'r-lobby',
    position: 10,
    name: text('一层登录大厅', 'Registration Lobby'),
    floor: first,
    description: text(
      '报到、领取胸卡和会议资料的地点，设有问询台和行李寄存处。',
      'Where you check in and collect your badge and papers; information desk and left luggage are here too.',
    ),
    capacity: null,
  },
  {
    id: 'r-banquet',
    position: 11,
    name: text('宴会厅', 'Banquet Hall'),
    floor: first,
    description: text(
      '午餐、欢迎酒会和晚宴地点，提供清真餐和素食专区。',
      'For lunches, the welcome reception and the dinner, with separate halal and vegetarian counters.',
    ),
    capacity: 1000,
  },
  coachBay(12, 1),
  coachBay(13, 2),
  coachBay(14, 3),
  coachBay(15, 4),
]

function coachBay(position: number, bay: number): RoomRow {
  return {
    id: `r-coach-${bay}`,
    position,
    name: text(`北门${bay}号乘车点`, `North Gate Coach Bay ${bay}`),
    floor: first,
    description: text(
      '参观考察和接驳班车的发车点，请提前十分钟到达。',
      'Departure point of a tour or shuttle coach. Please be there ten minutes early.',
    ),
    capacity: null,
  }
}
