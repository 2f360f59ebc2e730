import { full, type TestMark } from '../support/marks.ts'
import { randomInt } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import type { Locale } from '../../contract/locale.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { readMails, until } from '../support/outgoing.ts'
import { fillMeeting, fillTravel, formWords } from '../support/participant-forms.ts'
import { decide, ownRows } from '../support/people.ts'
import { RegistrationForm, textOf } from '../support/registration-form.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { expect, test as base, visit } from './phone.ts'

const password = 'osmotic-meadow-7'

/** A phone whose browser can be closed and started again: what it keeps lies in a folder. */
const test = base.extend<{ startPhone: () => Promise<BrowserContext> }>({
  startPhone: async ({ playwright, launchOptions, baseURL, viewport, timezoneId }, use, info) => {
    const started: BrowserContext[] = []
    await use(async () => {
      const phone = await playwright.chromium.launchPersistentContext(info.outputPath('phone'), {
        ...launchOptions,
        ...(baseURL !== undefined && { baseURL }),
        viewport,
        ...(timezoneId !== undefined && { timezoneId }),
        isMobile: true,
        hasTouch: true,
      })
      started.push(phone)
      return phone
    })
    await Promise.all(started.map((phone) => phone.close()))
  },
})

/** Waits for a mail to an address that says so in its subject. */
async function mailTo(dataDir: string, email: string, says: RegExp) {
  const find = async () => {
    const mails = await Promise.all((await readMails(dataDir)).map((eml) => PostalMime.parse(eml)))
    return mails.find(({ to, subject = '' }) => to?.[0]?.address === email && says.test(subject))
  }
  return until(find, `a mail to ${email} that says ${String(says)}`)
}

/** Registers by the screens alone, with the code from the folder of texts, and sets a password; who it is. */
async function registerOn(page: Page, forum: ForumProcess, locale: Locale) {
  const mobile = `137${String(randomInt(10 ** 8)).padStart(8, '0')}`
  const email = `li-${mobile}@forum.example`
  const form = new RegistrationForm(page, locale)
  await visit(page, `/?lang=${locale}`)
  await page.goto('/register')
  await untilDrawn(page)
  await page.getByRole('link', { name: await textOf(locale, 'register', 'open.start') }).click()
  await form.proveMobile(forum, mobile)
  await (await form.heading('who')).waitFor()
  await form.fillAll({ email })
  await (await form.button('register', 'send.first')).click()
  const sent = await textOf(locale, 'register', 'success.sent')
  // The photo is looked through and written anew before it is taken: on a busy machine that lasts.
  await expect(page.getByRole('heading', { level: 1, name: sent })).toBeVisible({ timeout: 40_000 })
  await page.locator('main a[href="/user/center"]').click()
  await page.locator('main a[href="/user/password"]').click()
  const fields = page.locator('input[autocomplete=new-password]')
  await expect(fields).toHaveCount(2)
  for (const field of await fields.all()) await field.fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/user/center')
  return { mobile, email, token: await page.evaluate(() => sessionStorage.getItem('token') ?? '') }
}

/** Signs in by the form, and stays signed in on this device. */
async function signIn(page: Page, mobile: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(mobile)
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.getByRole('checkbox').check()
  await page.locator('form button[type=submit]').click()
  await page.waitForURL('**/user/travel')
}

for (const [locale, mark] of [
  ['zh-CN', {}],
  ['en', full('the same journey in the other language')],
] as [Locale, TestMark][]) {
  const words = formWords[locale]

  test(
    `from the registration to the payment, with forms sent without network and the browser closed, in ${locale} [12, 51, 183, 184]`,
    mark,
    async ({ startPhone, forum }) => {
      test.slow()
      const first = await startPhone()
      const person = await registerOn(await first.newPage(), forum, locale)
      const [registration, ...others] = await ownRows(forum, 'registrations', person)
      if (!registration) throw new Error('the registration is gone')
      expect(others).toEqual([])
      // The sign-in was not kept: it ends with the browser.
      await first.close()
      await decide(forum, 'registrations', 'approve', registration)
      await mailTo(forum.dataDir, person.email, locale === 'en' ? /approved/ : /通过/)

      const phone = await startPhone()
      const page = phone.pages()[0] ?? (await phone.newPage())
      await visit(page, '/')
      await page.goto('/user/travel')
      await signIn(page, person.mobile)
      await expect(page.getByRole('button', { name: words.sendTravel })).toBeVisible()

      await phone.setOffline(true)
      await fillTravel(page)
      await page.getByRole('button', { name: words.sendTravel }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      await page.goto('/user/side-meetings')
      await page.getByRole('button', { name: words.apply }).click()
      await page.getByRole('button', { name: words.acknowledge }).click()
      await fillMeeting(page, `Round table ${locale}`)
      await page.getByRole('button', { name: words.sendMeeting }).click()
      await expect(page.getByText(words.saved)).toBeVisible()
      expect(await ownRows(forum, 'travel_infos', person)).toEqual([])
      expect(await ownRows(forum, 'side_meetings', person)).toEqual([])
      await phone.close()

      const next = await (await startPhone()).newPage()
      await next.goto('/user/side-meetings')
      await expect
        .poll(async () => ownRows(forum, 'side_meetings', person), { timeout: 30_000 })
        .toHaveLength(1)
      await expect
        .poll(async () => ownRows(forum, 'travel_infos', person), { timeout: 30_000 })
        .toHaveLength(1)
      const [meeting] = await ownRows(forum, 'side_meetings', person)
      const [travel] = await ownRows(forum, 'travel_infos', person)
      expect(travel).toMatchObject({
        vehicle_no: 'MU5101',
        arrive_station: 'hongqiao_airport',
        vehicle: 'fly',
      })
      if (!meeting) throw new Error('the meeting is gone')
      const assigned = {
        assigned_date: '2023-09-06',
        assigned_start_time_at: '18:00',
        assigned_end_time_at: '20:00',
      }
      const room = locale === 'en' ? 'mr-301' : 'mr-302'
      await decide(forum, 'side_meetings', 'assign', meeting, { ...assigned, assigned_room: room })
      await next.reload()
      await next.locator('main a[href*="payment"]').click()
      await expect(next.getByText('¥13,000').first()).toBeVisible()
      await expect(next.getByText('0000 0000 0000 0000')).toBeVisible()
      const payment = next.locator('main article')
      const [told] = await ownRows(forum, 'side_meetings', person)
      await expect(payment).toContainText(String(told?.['payment_reference']))
      await expect(payment).toContainText('18:00–20:00')
      await expect(payment).toContainText(room.slice(-3))
      await decide(forum, 'side_meetings', 'mark_paid', meeting)
      await next.reload()
      await expect(next.getByText(words.paid)).toBeVisible()
      expect(await ownRows(forum, 'side_meetings', person)).toHaveLength(1)
      expect(await ownRows(forum, 'travel_infos', person)).toHaveLength(1)
    },
  )
}
