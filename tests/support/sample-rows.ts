import type { ForumProcess } from './forum-process.ts'
import { callForum, decide, register, type AnsweredRow, type Applicant } from './people.ts'

/** Rows of the users in screen tests: texts in both languages, of realistic length. */

const note = {
  session: 'storage-panel',
  text: '向张工询问储能成本的测算口径\nAsk about the costs of storage',
}

const question = {
  title: { 'zh-CN': '大会有无障碍通道吗？从酒店到会场的班车几点发车，需要预约吗？' },
}

const meeting = {
  name: '储能成本圆桌会议 Round table on the costs of storage',
  master_unit: 'Institute of Storage',
  subject: 'Costs of storage',
  guests: ['张伟', '李娜', 'Ada Lovelace'],
  apply_date: '2023-09-08',
  start_time_at: '18:00',
  end_time_at: '20:00',
  room_size: '250',
  need_interpretaion_equipment: true,
}

/** The room that organisers assign to that meeting, which is then to be paid. */
const meetingAssignment = {
  assigned_room: 'mr-210',
  assigned_date: '2023-09-08',
  assigned_start_time_at: '18:00',
  assigned_end_time_at: '20:30',
}

const reviews = {
  submitted: [],
  more_info: ['start_review', 'request_info'],
  approved: ['approve'],
  declined: ['decline'],
} as const

export type Reviewed = keyof typeof reviews

const review_reason = {
  'zh-CN': '请上传更清晰的照片，并填写单位全称。',
  en: 'Please upload a clearer photo, and give the full name of your company.',
}

/** Registers a user and brings the registration to a state. */
export async function registerUntil(
  forum: Pick<ForumProcess, 'url'>,
  person: Omit<Applicant, 'id'>,
  state: Reviewed,
): Promise<AnsweredRow> {
  const row = await register(forum, person)
  for (const action of reviews[state]) {
    const hasReason = action === 'request_info' || action === 'decline'
    await decide(forum, 'registrations', action, row, hasReason ? { review_reason } : {})
  }
  return row
}

/** Submits a note, a question and a side meeting to be paid, as an approved user. */
export async function sendRows(forum: Pick<ForumProcess, 'url'>, token: string): Promise<void> {
  const post = (module: string, body: object) =>
    callForum<AnsweredRow>(forum, `/front/post/${module}`, { token, body })
  await post('notes', note)
  await post('qa', question)
  await decide(forum, 'side_meetings', 'assign', await post('side_meetings', meeting), meetingAssignment)
}
