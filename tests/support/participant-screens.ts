import type { Page } from '@playwright/test'
import { visit } from './app-screen.ts'
import { findForum, type ForumProcess } from './forum-process.ts'
import { addParticipant, openAs, type Applicant } from './people.ts'
import { sendRows } from './sample-rows.ts'
import { inAnyLanguage } from './texts.ts'

/** Selectors that show that a page of a participant is complete. */
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

/** Opens a page as a participant with a side meeting to be paid, a note and a question; one for each forum. */
export async function forParticipants(page: Page, path: string): Promise<void> {
  await page.goto('/install')
  const forum = findForum(page.url())
  const person = people.get(forum) ?? addApplicantForMeeting(forum)
  people.set(forum, person)
  await openAs(page, await person)
  if (path.endsWith('?form=new')) await acknowledge(page)
  await visit(page, path, complete[path] ?? 'main')
}

/** Confirms the notice that is shown until the form has a draft. */
async function acknowledge(page: Page): Promise<void> {
  await page.goto('/user/side-meetings?form=new')
  const notice = page.getByRole('button', { name: inAnyLanguage('side-meetings:notice.acknowledge') })
  const name = page.locator('form [id$="-name"]')
  await notice.or(name).first().waitFor()
  if (!(await notice.isVisible())) return
  await notice.click()
  await name.fill('Round table')
  await page
    .locator('form p')
    .filter({ hasText: inAnyLanguage('after-approval:draft.saved') })
    .waitFor()
}

async function addApplicantForMeeting(forum: ForumProcess): Promise<Applicant> {
  const person = await addParticipant(forum)
  await sendRows(forum, person.token)
  return person
}
