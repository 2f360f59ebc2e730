import { sideMeetingPaymentSetting, sideMeetingSetting } from '#contract/forum.ts'
import { closedStates } from '#contract/modules/review.ts'
import { calculateMeetingPrice } from '#contract/side-meeting-price.ts'
import { parseMinutesOfDay } from '#contract/time.ts'
import { createRows, toForumInstant } from './create-rows.ts'
import registrationData from './data/registrations.json' with { type: 'json' }
import sideMeetingData from './data/side-meetings.json' with { type: 'json' }
import speechMaterialData from './data/speech-materials.json' with { type: 'json' }
import staffData from './data/staff-registrations.json' with { type: 'json' }
import travelInfoData from './data/travel-infos.json' with { type: 'json' }

/** Fields of every registration in the data files. Times are wall times `YYYY-MM-DDTHH:MM` in the forum's zone. */
interface RegistrationData {
  /** Number of the person. */
  person: number
  /** Role of the person's account after the review. */
  role: string
  /** Language of messages to the person. */
  locale: string
  status: string
  submitted_at: string
  decided_at?: string
}

/** Registrations of participants, one in every state. */
export const registrations = createRows('registrations', registrationData, (registration, index) => ({
  ...toRegistration(registration, `${index + 1}REG`),
  attend_opening_ceremony_status: true,
}))

/** Registrations of staff and media. */
export const staffRegistrations = createRows('staff_registrations', staffData, (registration, index) =>
  toRegistration(registration, `${index + 1}STAFF`),
)

/** The accounts of all who registered: each signs in by a code to its mobile. */
export const accounts = [...registrationData, ...staffData].map(({ person, role, locale }) => {
  const { owner_id: id, mobile, realname } = toContact({ person, locale })
  return { id, login_name: mobile, mobile, display_name: realname, role }
})

/** How the approved participants travel: with a pickup at the airport and frozen, by train, and on their own. */
export const travelInfos = createRows('travel_infos', travelInfoData, (travelInfo) => travelInfo)

/** Side meetings in every state but cancelled. They have no owner, so no account has to exist for them. */
export const sideMeetings = createRows('side_meetings', sideMeetingData, (meeting) => ({
  ...meeting,
  ...(meeting.assigned_room !== undefined && toPayment(meeting)),
  ...(meeting.paid_at !== undefined && { paid_at: toForumInstant(meeting.paid_at) }),
}))

/** Materials of a speaker: the slides among the sample's documents. They have no owner. */
export const speechMaterials = createRows('speech_materials', speechMaterialData, (material) => material)

/** The sample names nobody: people are numbered, their employers are kinds of organisation. */
function toContact({ person, locale }: Pick<RegistrationData, 'person' | 'locale'>) {
  const number = String(person).padStart(2, '0')
  return {
    owner_id: `u-sample-${number}`,
    realname: locale === 'en' ? `Sample Person ${number}` : `示例人员${number}`,
    // Numbers reserved for fiction (202 555 01xx) and addresses of RFC 2606 reach nobody.
    mobile: `+120255501${number}`,
    email: `person${number}@forum.example`,
  }
}

/**
 * Creates a registration from its data. Declined and withdrawn ones have no ID number. The others have an obviously
 * invented one, also sealed: `SAMPLE000` and `idNumberEnd`.
 */
function toRegistration<Data extends RegistrationData>(data: Data, idNumberEnd: string) {
  // `person` and `role` describe the account and are no fields of a registration.
  const { person, role: _, submitted_at, decided_at, ...registration } = data
  const { locale, status } = registration
  const isOver = closedStates.some((state) => state === status)
  return {
    ...registration,
    ...toContact({ person, locale }),
    ...(!isOver && { id_number: `SAMPLE000${idNumberEnd}` }),
    submitted_at: toForumInstant(submitted_at),
    decided_at: decided_at === undefined ? null : toForumInstant(decided_at),
  }
}

/** Price and payee of a meeting that has a room, as an assignment sets them. */
function toPayment(meeting: (typeof sideMeetingData)[number]) {
  const { account } = sideMeetingPaymentSetting
  const minutes =
    parseMinutesOfDay(meeting.assigned_end_time_at) - parseMinutesOfDay(meeting.assigned_start_time_at)
  const price = Object.entries(sideMeetingSetting.prices).find(([size]) => size === meeting.room_size)?.[1]
  if (Number.isNaN(minutes)) throw new Error('the assigned room has no start or no end')
  if (price === undefined) throw new Error(`no price for rooms of size ${meeting.room_size}`)
  return {
    amount: calculateMeetingPrice(minutes, price),
    payee_name: account.name,
    payee_bank: account.bank,
    payee_account: account.number,
    pay_by: '2023-08-20',
  }
}
