import type { ProgrammeBlock, ProgrammeItem } from '../programme.ts'
import { text } from '../text.ts'

const teaBreak = (id: string, from: string, to: string): ProgrammeItem => ({
  id,
  type: 'break',
  from,
  to,
  title: text('茶歇', 'Tea break'),
  abstract: text(
    '二层序厅供应茶、咖啡和点心，饮水点可自带水杯接水。',
    'Tea, coffee and pastries in the second-floor foyer; fill your own bottle at the water points.',
  ),
})

const lunch = (id: string): ProgrammeItem => ({
  id,
  type: 'break',
  from: '12:00',
  to: '13:40',
  title: text('自助午餐', 'Buffet lunch'),
  abstract: text(
    '凭胸卡在一层宴会厅用餐，设有清真和素食专区。对食物过敏的参会者请查看餐台上的标识或询问服务人员。',
    'Lunch in the first-floor Banquet Hall with your badge; halal and vegetarian counters are marked. If you have allergies, look at the labels or ask the staff.',
  ),
})

const foyer = { track: null, room: 'r-foyer' } as const
const banquet = { track: null, room: 'r-banquet' } as const

const checkIn: ProgrammeBlock = {
  date: '2023-09-05',
  track: null,
  room: 'r-lobby',
  codePrefix: 'R',
  items: [
    {
      id: 'check-in',
      type: 'other',
      from: '07:30',
      to: '09:15',
      title: text('报到与领取胸卡', 'Arrival and badge collection'),
      abstract: text(
        '请出示参会二维码和报名时登记的有效证件。报到台9:15以后仍然开放，但开幕式将准时开始。',
        'Please show your QR code and the identity document you registered with. The desks stay open after 9:15, but the ceremony starts on time.',
      ),
    },
  ],
}

const firstDayMeals: ProgrammeBlock = {
  ...banquet,
  date: '2023-09-05',
  codePrefix: 'M1',
  items: [
    lunch('lunch-day-1'),
    {
      id: 'welcome-reception',
      type: 'other',
      from: '18:30',
      to: '20:30',
      title: text('欢迎酒会', 'Welcome reception'),
      abstract: text(
        '与嘉宾和同行在江南丝竹声中轻松交流。凭胸卡入场，着装随意。',
        'Meet speakers and colleagues over a buffet, with silk-and-bamboo music of the region. Entry with your badge; dress as you like.',
      ),
    },
  ],
}

const secondDayMeals: ProgrammeBlock = {
  ...banquet,
  date: '2023-09-06',
  codePrefix: 'M2',
  items: [
    lunch('lunch-day-2'),
    {
      id: 'forum-dinner',
      type: 'other',
      from: '18:30',
      to: '20:30',
      title: text('论坛晚宴', 'Forum dinner'),
      abstract: text(
        '苏帮菜晚宴，席间有昆曲和评弹表演。因座位有限，须凭报到时领取的晚宴券入场。',
        'A dinner of Suzhou dishes with Kunqu opera and Pingtan ballads. Seats are limited: please bring the dinner ticket you receive at registration.',
      ),
    },
  ],
}

const thirdDayMeals: ProgrammeBlock = {
  ...banquet,
  date: '2023-09-07',
  codePrefix: 'M3',
  items: [lunch('lunch-day-3')],
}

/** Arrival, tea breaks and meals. */
export const hospitality: readonly ProgrammeBlock[] = [
  checkIn,
  {
    ...foyer,
    date: '2023-09-05',
    codePrefix: 'B1',
    items: [
      teaBreak('tea-day-1-morning', '10:15', '10:45'),
      teaBreak('tea-day-1-afternoon', '15:40', '16:05'),
    ],
  },
  {
    ...foyer,
    date: '2023-09-06',
    codePrefix: 'B2',
    items: [
      teaBreak('tea-day-2-morning', '10:20', '10:45'),
      teaBreak('tea-day-2-afternoon', '15:40', '16:05'),
    ],
  },
  {
    ...foyer,
    date: '2023-09-07',
    codePrefix: 'B3',
    items: [
      teaBreak('tea-day-3-morning', '10:20', '10:45'),
      teaBreak('tea-day-3-afternoon', '15:15', '15:40'),
    ],
  },
  firstDayMeals,
  secondDayMeals,
  thirdDayMeals,
]
