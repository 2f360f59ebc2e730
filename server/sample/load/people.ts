import { businessCategories } from '#contract/modules/business-categories.ts'
import { closedStates, type ReviewState } from '#contract/modules/review.ts'
import type { FileValue } from '#contract/row.ts'
import { overlaps, toInstant } from '#contract/time.ts'
import type { RowToWrite } from '#server/engine/write/write-rows.ts'
import { forumInstant } from '../programme.ts'
import { text } from '../text.ts'
import { pick } from './pick.ts'

/** What registrations choose among: the database's own, so that they point to rows that there are. */
export interface Choosable {
  tracks: readonly { id: string; starts_at: string; ends_at: string }[]
  tours: readonly string[]
  photo: FileValue
}

/** Of ten registrations seven are approved; of the others one stands in each state. */
const states: readonly ReviewState[] = [
  'approved',
  'approved',
  'submitted',
  'approved',
  'approved',
  'under_review',
  'approved',
  'approved',
  'declined',
  'approved',
]
/** People who take a tour: not more than there are seats, with room for those of the sample. */
const tourists = 100
const decided = new Set<ReviewState>(['approved', ...closedStates])
const firstDay = forumInstant('2023-06-01T08:00')
/** Some 90 days, in minutes; a prime, so that days and numbers do not go in step. */
const spreadMinutes = 129_589
const minuteMs = 60_000
const companies = [
  '电网企业',
  '设备制造企业',
  '能源研究院',
  'Energy agency',
  'Wind developer',
  'University',
] as const
const places = [
  ['中国', '南京'],
  ['中国', '杭州'],
  ['Germany', 'Hamburg'],
  ['Singapore', 'Singapore'],
] as const

/** The state in which the registration of a number stands. */
export function stateOf(index: number): ReviewState {
  return pick(states, index)
}

/** The account of a number from 0 on. Country code 999 belongs to no country: nobody is called. */
export function toAccount(index: number): RowToWrite {
  const mobile = `+999${String(index + 1).padStart(8, '0')}`
  return {
    id: `load-u-${index + 1}`,
    login_name: mobile,
    mobile,
    display_name: `Load ${index + 1}`,
    role: stateOf(index) === 'approved' ? 'participant' : 'applicant',
  }
}

/** The registration of a number. ID numbers are seen to be none, and are sealed as real ones are. */
export function toRegistration(index: number, { tracks, tours, photo }: Choosable): RowToWrite {
  const status = stateOf(index)
  const sentMs = Date.parse(firstDay) + ((index * 7919) % spreadMinutes) * minuteMs
  const [country, city] = pick(places, index)
  return {
    id: `load-r-${index + 1}`,
    owner_id: `load-u-${index + 1}`,
    realname: `Load Person ${index + 1}`,
    mobile: `+999${String(index + 1).padStart(8, '0')}`,
    id_number: `LOAD${String(index + 1).padStart(8, '0')}`,
    email: `load${index + 1}@forum.example`,
    country,
    city,
    company: `${pick(companies, index)} ${index % 997}`,
    position: index % 4 === 0 ? 'Director' : 'Engineer',
    photo,
    // The last category asks for words of its own.
    business_category: pick(businessCategories.slice(0, -1), index).value,
    opening_ceremony: index % 3 === 0,
    attend_opening_ceremony_status: true,
    activities: index < tourists && tours.length > 0 ? [pick(tours, index)] : [],
    sub_forum: picksOf(index, tracks),
    status,
    ...(status === 'declined' && {
      review_reason: text('本届论坛名额已满，敬请谅解。', 'All places are taken. We are sorry.'),
    }),
    locale: index % 2 === 0 ? 'zh-CN' : 'en',
    submitted_at: toInstant(sentMs),
    decided_at: decided.has(status) ? toInstant(sentMs + 2 * 24 * 60 * minuteMs) : null,
  }
}

/** One sub-forum or two, never at the same time: then none has to come first. */
function picksOf(index: number, tracks: Choosable['tracks']): string[] {
  if (tracks.length === 0) return []
  const first = pick(tracks, index)
  const second = pick(tracks, index * 3 + 1)
  const both = first !== second && !overlaps(first, second)
  return tracks.filter((track) => track === first || (both && track === second)).map(({ id }) => id)
}

/** How the approved person of a number comes; every second one has said so. */
export function toTravel(index: number): RowToWrite {
  const isFlight = index % 4 === 1
  const hasHotel = index % 3 === 0
  return {
    id: `load-t-${index + 1}`,
    owner_id: `load-u-${index + 1}`,
    need_pickup_delivery: index % 5 === 0,
    vehicle: isFlight ? 'fly' : 'train',
    vehicle_no: isFlight ? `MU${1000 + (index % 9000)}` : `G${1 + (index % 9999)}`,
    arrive_station: isFlight ? 'hongqiao_airport' : 'suzhou_north_station',
    need_book_hotel: hasHotel,
    ...(hasHotel && { room_style: 'single', entry_at: '2023-09-04', leave_at: '2023-09-07' }),
    special_catering_needs: index % 7 === 0 ? ['vegetarian'] : ['None'],
    is_frozen: false,
  }
}

/** The side meeting that a person of a number applies for; one of some hundred does. */
export function toSideMeeting(index: number): RowToWrite {
  return {
    id: `load-s-${index + 1}`,
    owner_id: `load-u-${index + 1}`,
    name: `Load meeting ${index + 1}`,
    master_unit: `${pick(companies, index)} ${index % 997}`,
    subject: 'Grid storage',
    guests: ['Head of planning', 'Technical director', 'Professor'],
    apply_date: pick(['2023-09-05', '2023-09-06', '2023-09-07'], index),
    start_time_at: '09:00',
    end_time_at: '11:00',
    room_size: pick(['50-100', '100-150', '250'], index),
    need_interpretaion_equipment: false,
    status: 'submitted',
    locale: 'en',
  }
}
