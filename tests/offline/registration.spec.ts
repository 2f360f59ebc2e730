import type { Page } from '@playwright/test'
import {
  addApplicant,
  callForum,
  openAs,
  organiserToken,
  ownRows,
  type Applicant,
} from '../support/people.ts'
import { RegistrationForm, typed } from '../support/registration-form.ts'
import { full } from '../support/marks.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { kill, untilSaved } from './support/pages.ts'
import { expect, test } from './support/phone.ts'
import { findTraces } from './support/stored.ts'
import { saved } from './support/travel.ts'

const module = 'registrations'

const button = (page: Page, key: string) => page.getByRole('button', { name: zh(key), exact: true })
const title = (page: Page, key: string) => page.getByRole('heading', { level: 1, name: zh(key) })
const draftSaved = (page: Page) => page.getByText(zh('register:draft.saved'), { exact: true })
const photo = (page: Page) => page.getByRole('main').getByRole('img', { name: zh('register:photo.yours') })

/** Opens the form with everything that it needs on the device. */
async function openForm(page: Page, person: Applicant): Promise<RegistrationForm> {
  await openAs(page, person)
  const form = new RegistrationForm(page)
  await form.openStep('who')
  await untilSaved(page, 'tourRoutes')
  return form
}

test('what was typed survives a reload and a kill for its person alone, and neither ID number nor photo lies there in clear', async ({
  page,
  context,
  forum,
}) => {
  const person = await addApplicant(forum)
  const form = await openForm(page, person)
  await form.fillAll()
  await expect(draftSaved(page)).toBeVisible()
  const traces = ['E1234', 'JFIF', '[file]', '[key that can be read]', '[key]']
  expect(await findTraces(context, traces)).toEqual(['[key]'])

  await page.reload()
  await untilDrawn(page)
  await expect(page.getByRole('main')).toContainText(typed.who.id_number)
  const part = zh('register:steps.who.heading')
  await page.getByRole('button', { name: zh('register:review.changeOf', { part }) }).click()
  await form.field('city').fill('无锡')
  await expect(draftSaved(page)).toBeVisible()
  const next = await context.newPage()
  await kill(page)

  const again = new RegistrationForm(next)
  await openAs(next, await addApplicant(forum))
  await again.openStep('who')
  await expect(again.field('city')).toHaveValue('')
  // The sign-in went with the tab: the mobile is proven again, and all is there.
  await next.evaluate(() => sessionStorage.clear())
  await next.goto('/register?step=review')
  await untilDrawn(next)
  await expect(next.getByText(zh('register:steps.mobile.again'))).toBeVisible()
  await again.proveMobile(forum, person.mobile)
  await expect(again.heading('review')).toBeVisible()
  for (const text of ['无锡', typed.who.id_number]) await expect(next.getByRole('main')).toContainText(text)
  await expect(photo(next)).toBeVisible()
  await button(next, 'register:send.first').click()
  await expect(title(next, 'register:success.sent')).toBeVisible()
  // What was sent needs no draft any more.
  await expect.poll(() => findTraces(context, ['draft:'])).toEqual([])
})

test(
  'a registration that is sent without network goes out once when it is back; a tour that is full by then is told at its field [121, 139]',
  full('participant.spec.ts sends one; register-sending.test.tsx leads back to the field'),
  async ({ page, context, ownForum, network }) => {
    const person = await addApplicant(ownForum)
    const listSent = () => ownRows(ownForum, module, person)
    const form = await openForm(page, person)
    await context.setOffline(true)
    await form.fillWho()
    await form.fillWork()
    await form.choose('sub_forum', ['V'])
    await form.choose('activities', ['C'])
    await form.next()
    await form.takePhoto()
    await form.next()
    await button(page, 'register:send.first').click()
    await expect(saved(page)).toBeVisible()
    await expect(title(page, 'register:success.saved')).toBeVisible()
    // Who comes back to the form meanwhile is shown that it is on its way.
    await page.goto('/register?step=who')
    await expect(page).toHaveURL(/\/register\/success/)

    const token = await organiserToken(ownForum)
    await callForum(ownForum, '/front/edit/tour_routes', { token, body: { id: 'tour-c', seats: 0 } })
    await context.setOffline(false)
    await expect(title(page, 'register:success.refused')).toBeVisible()
    expect(await listSent()).toEqual([])
    await page.getByRole('link', { name: zh('register:success.mend') }).click()
    await expect(form.heading('choices')).toBeVisible()
    const tours = form.group('activities')
    await expect(tours).toHaveAccessibleDescription(zh.pattern('errors:registration.tour_full'))
    await tours.getByRole('checkbox', { name: /^C / }).uncheck()
    await form.choose('activities', ['D'])
    await form.next()
    await form.next()
    await expect(page.getByRole('main')).toContainText(typed.who.realname)
    await expect(photo(page)).toBeVisible()
    await button(page, 'register:send.first').click()
    await expect(title(page, 'register:success.sent')).toBeVisible()
    const row = { activities: ['tour-d'], sub_forum: ['t-5'], realname: typed.who.realname }
    expect(await listSent()).toMatchObject([row])
    expect(network.heard().filter((line) => line.startsWith(`POST /api/front/post/${module}`))).toHaveLength(
      2,
    )
  },
)
