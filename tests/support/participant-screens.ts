import type { Page } from '@playwright/test'
import { findForum, type ForumProcess } from './forum-process.ts'
import { addParticipant, callForum, decide, openAs, type AnsweredRow, type Applicant } from './people.ts'

/** What shows that a page of a participant is complete. */
const complete: Readonly<Record<string, string>> = {
  '/user/travel': 'form textarea',
  '/user/side-meetings?form=new': 'form input[type=time]',
  '/user/side-meetings/payment': 'article dl',
  '/user/materials': '#slot-presentation',
  '/user/notes': 'main li p',
  '/qa/ask': '#own-questions',
  '/agenda/storage-panel': '#session-note ~ div p',
}

const people = new WeakMap<ForumProcess, Promise<Applicant>>()

/** Opens a page as a participant with a side meeting that is to be paid, a note and a question; one for each forum. */
export async function forParticipants(
  page: Page,
  path: string,
  visit: (page: Page, path: string, shows: string) => Promise<void>,
): Promise<void> {
  await page.goto('/install')
  const forum = findForum(page.url())
  const person = people.get(forum) ?? addApplicantForMeeting(forum)
  people.set(forum, person)
  await openAs(page, await person)
  if (path.endsWith('?form=new')) await acknowledge(page)
  await visit(page, path, complete[path] ?? 'main')
}

/** The notice comes before the form until something of it was typed, which is kept. */
async function acknowledge(page: Page): Promise<void> {
  await page.goto('/user/side-meetings?form=new')
  const notice = page.getByRole('button', { name: /我已阅读并知晓|I have read this/ })
  const name = page.locator('form [id$="-name"]')
  await notice.or(name).first().waitFor()
  if (!(await notice.isVisible())) return
  await notice.click()
  await name.fill('Round table')
  await page
    .locator('form p')
    .filter({ hasText: /保存在本机|kept on this phone/ })
    .waitFor()
}

async function addApplicantForMeeting(forum: ForumProcess): Promise<Applicant> {
  const person = await addParticipant(forum)
  const application = {
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
  const { token } = person
  const row = await callForum<AnsweredRow>(forum, '/front/post/side_meetings', { token, body: application })
  const note = {
    session: 'storage-panel',
    text: '向张工询问储能成本的测算口径\nAsk about the costs of storage',
  }
  await callForum(forum, '/front/post/notes', { token, body: note })
  const question = { title: { 'zh-CN': '大会有无障碍通道吗？从酒店到会场的班车几点发车，需要预约吗？' } }
  await callForum(forum, '/front/post/qa', { token, body: question })
  await decide(forum, 'side_meetings', 'assign', row, {
    assigned_room: 'mr-210',
    assigned_date: '2023-09-08',
    assigned_start_time_at: '18:00',
    assigned_end_time_at: '20:30',
  })
  return person
}
