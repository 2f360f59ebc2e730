import type { Page } from '@playwright/test'
import { visit } from './app-screen.ts'
import { findForum } from './forum-process.ts'
import { addApplicant, callForum, openAs, organiserToken, register } from './people.ts'
import { RegistrationForm } from './registration-form.ts'
import { registerUntil, type Reviewed } from './sample-rows.ts'
import { leavePerson } from './sign-in.ts'
import { inAnyLanguage } from './texts.ts'
import { untilDrawn } from './until-drawn.ts'

/** Opens the user centre of a user whose registration is in a state. */
export async function openCenterOf(page: Page, state: Reviewed): Promise<void> {
  await leavePerson(page)
  const forum = findForum(page.url())
  const person = await addApplicant(forum)
  await registerUntil(forum, person, state)
  await openAs(page, person)
  await visit(page, '/user/center', 'main ol li')
}

/** Opens the question at sign-out while an entry is pending: a change in conflict with an organiser's. */
export async function openSignOut(page: Page): Promise<void> {
  await openOutbox(page)
  await page.goto('/user/center')
  await untilDrawn(page)
  await page.getByRole('button', { name: inAnyLanguage('accounts:center.signOut', { exact: true }) }).click()
  await page.getByRole('dialog').waitFor()
}

/** Opens the outbox with a sent change and one in conflict with an organiser's. */
export async function openOutbox(page: Page): Promise<void> {
  await leavePerson(page)
  const locale = await page.evaluate(() => localStorage.getItem('locale'))
  const forum = findForum(page.url())
  const person = await addApplicant(forum)
  const row = await register(forum, person)
  await openAs(page, person)
  const form = new RegistrationForm(page, locale === 'en' ? 'en' : 'zh-CN')
  const change = async (company: string) => {
    await form.openStep('work')
    await form.field('company').fill(company)
    for (let step = 0; step < 3; step++) await form.next()
  }
  const send = () => form.button('register:send.again').click()
  await change('国家电网 State Grid')
  await send()
  await page.locator('output[data-tone=good]').waitFor()
  await change('国家电网有限公司 State Grid Corporation of China')
  const body = { id: row.id, company: '苏州大学 Soochow University' }
  await callForum(forum, '/front/edit/registrations', { token: await organiserToken(forum), body })
  await send()
  await page.locator('output[data-tone=attention]').waitFor()
  await page.goto('/user/outbox')
  await untilDrawn(page)
  await page.locator('main table').waitFor()
}
