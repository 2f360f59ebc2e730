import type { Localized } from './locale.ts'
import type { RoomSize } from './modules/room-sizes.ts'

/**
 * Business constants of the forum. They fill the settings and tables of an empty database. Afterwards client, server,
 * exports and mails read the values from the database.
 */

const text = (zh: string, en: string): Localized => ({ 'zh-CN': zh, en })

/** The value of the setting `forum`. */
export interface ForumSetting {
  name: Localized
  shortName: Localized
  city: Localized
  venue: Localized
  /** IANA name; every time in every interface is in this zone. */
  timeZone: string
  /** First and last calendar date, in the zone. */
  startsOn: string
  endsOn: string
}

/** Values of the setting `forum` in an empty database; pages also use them while the setting is missing. */
export const forumSetting: ForumSetting = {
  name: text('国际能源转型论坛', 'International Energy Transition Forum'),
  shortName: text('能源转型论坛', 'Energy Forum'),
  city: text('苏州', 'Suzhou'),
  venue: text('苏州国际博览中心', 'Suzhou International Expo Centre'),
  timeZone: 'Asia/Shanghai',
  startsOn: '2023-09-05',
  endsOn: '2023-09-07',
}

/** The value of the setting `registration`: everybody may read it. */
export interface RegistrationSetting {
  /** Whether new registrations may choose the opening ceremony. An organiser can change the copy in each registration. */
  attend_opening_ceremony_status: boolean
}

export const registrationSetting: RegistrationSetting = { attend_opening_ceremony_status: true }

/** The value of the setting `second_factor`. Only administrators see it. */
export interface SecondFactorSetting {
  /** Whether organisers, and staff with a grant, can work only with a second factor. */
  isRequired: boolean
}

export const secondFactorSetting: SecondFactorSetting = { isRequired: false }

/** A sub-forum: a track with a number and a time. */
export interface SubForum {
  number: number
  /** The number as a Roman numeral, as it is printed. */
  numeral: string
  name: Localized
  /** `YYYY-MM-DDTHH:MM` in the forum's zone. */
  startsAt: string
  endsAt: string
}

const firstAfternoon = { startsAt: '2023-09-05T14:00', endsAt: '2023-09-05T17:30' }
const secondMorning = { startsAt: '2023-09-06T09:00', endsAt: '2023-09-06T12:00' }
const secondAfternoon = { startsAt: '2023-09-06T14:00', endsAt: '2023-09-06T17:30' }
const thirdMorning = { startsAt: '2023-09-07T09:00', endsAt: '2023-09-07T12:00' }
const thirdAfternoon = { startsAt: '2023-09-07T14:00', endsAt: '2023-09-07T17:00' }

/** The eleven sub-forums. II to IV, V to VIII, and IX with X run at the same time. */
export const subForums: readonly SubForum[] = [
  createSubForum(1, 'I', text('能源转型与气候目标', 'Energy transition and climate goals'), firstAfternoon),
  createSubForum(2, 'II', text('风能与太阳能', 'Wind and solar power'), secondMorning),
  createSubForum(3, 'III', text('新型储能', 'Energy storage'), secondMorning),
  createSubForum(4, 'IV', text('氢能产业', 'Hydrogen'), secondMorning),
  createSubForum(5, 'V', text('新型电力系统', 'The new power system'), secondAfternoon),
  createSubForum(6, 'VI', text('碳市场与绿色金融', 'Carbon markets and green finance'), secondAfternoon),
  createSubForum(7, 'VII', text('绿色交通', 'Clean transport'), secondAfternoon),
  createSubForum(8, 'VIII', text('工业低碳转型', 'Low-carbon industry'), secondAfternoon),
  createSubForum(9, 'IX', text('绿色建筑与城市', 'Green buildings and cities'), thirdMorning),
  createSubForum(10, 'X', text('数字能源', 'Digital energy'), thirdMorning),
  createSubForum(11, 'XI', text('国际合作与青年', 'International cooperation and youth'), thirdAfternoon),
]

function createSubForum(
  number: number,
  numeral: string,
  name: Localized,
  times: Pick<SubForum, 'startsAt' | 'endsAt'>,
): SubForum {
  return { number, numeral, name, ...times }
}

/** A tour on the morning of the third day. */
export interface TourRoute {
  /** A capital letter, by which participants know the tour. */
  code: string
  name: Localized
  /** `YYYY-MM-DDTHH:MM` in the forum's zone. */
  startsAt: string
  endsAt: string
  /** Maximum of participants. */
  seats: number
}

/** The tours. A coach has 45 seats; the factory (B) is visited with two coaches. */
export const tourRoutes: readonly TourRoute[] = [
  {
    code: 'A',
    name: text('智能配电网与虚拟电厂', 'Smart distribution and a virtual power plant'),
    startsAt: '2023-09-07T08:20',
    endsAt: '2023-09-07T11:50',
    seats: 45,
  },
  {
    code: 'B',
    name: text('零碳工厂与屋顶光伏', 'A zero-carbon factory and its solar roof'),
    startsAt: '2023-09-07T08:30',
    endsAt: '2023-09-07T12:00',
    seats: 90,
  },
  {
    code: 'C',
    name: text('氢能产业园与加氢站', 'A hydrogen park and filling station'),
    startsAt: '2023-09-07T08:10',
    endsAt: '2023-09-07T12:00',
    seats: 45,
  },
  {
    code: 'D',
    name: text('古城街区的低碳更新', 'Low-carbon renewal in the old town'),
    startsAt: '2023-09-07T08:40',
    endsAt: '2023-09-07T11:40',
    seats: 45,
  },
]

/** A room that is let for side meetings. */
export interface MeetingRoom {
  /** Number of the room. Its row in the module `meeting_rooms` has the id `mr-{id}`. */
  id: string
  name: Localized
  size: RoomSize
  floor: Localized
  seats: number
}

/** The value of the setting `side_meetings`: everybody may read it. */
export interface SideMeetingSetting {
  /** Whole yuan for each started period of two hours, by size of room. */
  prices: Readonly<Record<RoomSize, number>>
}

/** Prices in an empty database. */
export const sideMeetingSetting: SideMeetingSetting = {
  prices: { '50-100': 13_000, '100-150': 19_000, '250': 25_000 },
}

/** The value of the setting `side_meeting_payment`. Applicants who have to pay see it. */
export interface SideMeetingPaymentSetting {
  /** The forum's bank account: holder, bank and number. */
  account: { name: Localized; bank: Localized; number: string }
  /** References of payments begin with it. */
  referencePrefix: string
  /** Days between the assignment of a room and the last day of payment. */
  daysToPay: number
}

/** A placeholder until an organiser enters the real account. */
export const sideMeetingPaymentSetting: SideMeetingPaymentSetting = {
  account: {
    name: text('国际能源转型论坛组委会（示例）', 'Organising committee of the forum (sample)'),
    bank: text('示例银行苏州分行', 'Sample Bank, Suzhou branch'),
    number: '0000 0000 0000 0000',
  },
  referencePrefix: 'SM',
  daysToPay: 7,
}

const secondFloor = text('二层', 'Second floor')
const thirdFloor = text('三层', 'Third floor')

/** Rooms of the three sizes. */
export const meetingRooms: readonly MeetingRoom[] = [
  { id: '301', name: text('301会议室', 'Meeting Room 301'), size: '50-100', floor: thirdFloor, seats: 30 },
  { id: '302', name: text('302会议室', 'Meeting Room 302'), size: '50-100', floor: thirdFloor, seats: 30 },
  { id: '303', name: text('303会议室', 'Meeting Room 303'), size: '50-100', floor: thirdFloor, seats: 40 },
  { id: '201', name: text('201会议室', 'Meeting Room 201'), size: '100-150', floor: secondFloor, seats: 60 },
  { id: '202', name: text('202会议室', 'Meeting Room 202'), size: '100-150', floor: secondFloor, seats: 70 },
  { id: '210', name: text('210会议厅', 'Meeting Hall 210'), size: '250', floor: secondFloor, seats: 150 },
]

/** Limits that app and server share. */
export const limits = {
  /** Characters (code points) of a new password, at least. */
  passwordMinCharacters: 8,
  passwordMaxCharacters: 128,
  /** Default number of rows per page. */
  pageSize: 20,
  /** Maximum length of a search text; longer ones are refused. */
  searchCharacters: 200,
} as const

/** How long the app uses a query's cached response without asking the server again, in milliseconds. */
export const defaultFreshnessMs = 60_000

/**
 * How long a page waits for its scripts and stylesheets before it offers to load again, in milliseconds.
 */
export const chunkLimitMs = 120_000

/** Values by name of the settings that every visitor may read. */
export interface Settings {
  registration: RegistrationSetting
  forum: ForumSetting
  side_meetings: SideMeetingSetting
}
