import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import type { ForumProcess } from '../support/forum-process.ts'
import { readMails } from '../support/outgoing.ts'
import { fillMeeting, fillTravel } from '../support/participant-forms.ts'
import { createMobile, decide, ownRows, type AnsweredRow } from '../support/people.ts'
import { RegistrationForm } from '../support/registration-form.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { password, signInByForm } from './support/people.ts'
import { expect, test } from './support/phone.ts'
import { readToken } from './support/stored.ts'
import { saved, submit as sendTravel } from './support/travel.ts'

const button = (page: Page, key: string) => page.getByRole('button', { name: zh(key) })

/** The subjects of the mails to an address. */
async function listSubjects(dataDir: string, email: string): Promise<(string | undefined)[]> {
  const mails = await Promise.all((await readMails(dataDir)).map((eml) => PostalMime.parse(eml)))
  return mails.filter(({ to }) => to?.[0]?.address === email).map(({ subject }) => subject)
}

/** Registers by the screens alone, with the code from the folder of texts, and sets a password. */
async function registerOn(page: Page, forum: ForumProcess) {
  const mobile = createMobile()
  const email = `li-${mobile}@forum.example`
  const form = new RegistrationForm(page)
  await page.goto('/register')
  await untilDrawn(page)
  await page.getByRole('link', { name: zh('register:open.start') }).click()
  await form.proveMobile(forum, mobile)
  await form.heading('who').waitFor()
  await form.fillAll({ email })
  await button(page, 'register:send.first').click()
  // The photo is looked through and written anew before it is taken: on a busy machine that lasts.
  await expect(page.getByRole('heading', { level: 1, name: zh('register:success.sent') })).toBeVisible({
    timeout: 40_000,
  })
  await page.locator('main a[href="/user/center"]').click()
  await page.locator('main a[href="/user/password"]').click()
  const fields = page.locator('input[autocomplete=new-password]')
  await expect(fields).toHaveCount(2)
  for (const field of await fields.all()) await field.fill(password)
  await button(page, 'accounts:password.submit').click()
  await page.waitForURL('**/user/center')
  return { login: mobile, email, token: (await readToken(page)) ?? '' }
}

test.use({ device: 'installed' })

test('from the registration to the payment, with forms sent without network and the browser closed [12, 51, 183, 184]', async ({
  phone,
  forum,
}) => {
  test.slow()
  const first = await phone.start()
  const person = await registerOn(await first.newPage(), forum)
  const findRows = (module: string) => ownRows(forum, module, person)
  const findMeeting = async () => (await findRows('side_meetings'))[0] as AnsweredRow
  const registrations = await findRows('registrations')
  expect(registrations).toHaveLength(1)
  // The sign-in was not kept: it ends with the browser.
  await first.close()
  await decide(forum, 'registrations', 'approve', registrations[0] as AnsweredRow)
  await expect
    .poll(() => listSubjects(forum.dataDir, person.email))
    .toContainEqual(expect.stringMatching(zh.pattern('messages:registration_approved.subject')))

  const second = await phone.start()
  const page = await second.newPage()
  await signInByForm(page, person, { keeps: true })
  await page.waitForURL('**/user/center')
  await page.goto('/user/travel')
  await expect(sendTravel(page)).toBeVisible()
  await second.setOffline(true)
  await fillTravel(page)
  await sendTravel(page).click()
  await expect(saved(page)).toBeVisible()
  await page.goto('/user/side-meetings')
  await button(page, 'side-meetings:apply').click()
  await button(page, 'side-meetings:notice.acknowledge').click()
  await fillMeeting(page, '储能圆桌')
  await button(page, 'side-meetings:send.first').click()
  await expect(saved(page)).toBeVisible()
  for (const module of ['travel_infos', 'side_meetings']) expect(await findRows(module)).toEqual([])
  await second.close()

  const next = await (await phone.start()).newPage()
  await next.goto('/user/side-meetings')
  for (const module of ['travel_infos', 'side_meetings'])
    await expect.poll(() => findRows(module), { timeout: 30_000 }).toHaveLength(1)
  const flight = { vehicle_no: 'MU5101', arrive_station: 'hongqiao_airport', vehicle: 'fly' }
  expect(await findRows('travel_infos')).toMatchObject([flight])
  await decide(forum, 'side_meetings', 'assign', await findMeeting(), {
    assigned_date: '2023-09-06',
    assigned_start_time_at: '18:00',
    assigned_end_time_at: '20:00',
    assigned_room: 'mr-302',
  })
  await next.reload()
  await next.locator('main a[href*="payment"]').click()
  const payment = next.locator('main article')
  const { payment_reference } = await findMeeting()
  for (const text of ['¥13,000', '0000 0000 0000 0000', String(payment_reference), '18:00–20:00', '302'])
    await expect(payment).toContainText(text)
  await decide(forum, 'side_meetings', 'mark_paid', await findMeeting())
  await next.reload()
  await expect(next.getByText(zh.pattern('side-meetings:payment.paid'))).toBeVisible()
  for (const module of ['travel_infos', 'side_meetings']) expect(await findRows(module)).toHaveLength(1)
})
