import { drawnRows, openConsole } from '../support/console.ts'
import { expect, test } from '../support/e2e.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import {
  addApplicant,
  addParticipant,
  callForum,
  decide,
  openAs,
  organiserToken,
  signInByCode,
  type Applicant,
} from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { dump } from '../offline/support/stored.ts'

/** A member of staff who works on questions. */
async function addStaff(forum: ForumProcess): Promise<Applicant> {
  const person = await addApplicant(forum)
  const { id } = person
  await decide(forum, 'users', 'set_role', { id }, { role: 'staff' })
  const token = await organiserToken(forum)
  await callForum(forum, '/front/edit/users', { token, body: { id, display_name: '周敏', grants: ['qa'] } })
  return person
}

test('staff sign in by a code where they wanted to work, and read there who they are [251, 252] @tablet', async ({
  page,
  forum,
}) => {
  const { mobile } = await addStaff(forum)
  await page.goto('/console/qa')
  await page.getByRole('button', { name: zh('sign-in:signIn.way.code') }).tap()
  await signInByCode(page, forum, mobile)
  await expect(drawnRows(page).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/console/qa')
  await page.getByRole('button', { name: '周敏' }).tap()
  const account = page.getByRole('dialog', { name: zh('console:account.title') })
  await expect(account.getByText(zh('accounts:role.staff'))).toBeVisible()
})

test('on a shared tablet nothing of one person is left for the next [320] @tablet', async ({
  page,
  forum,
}) => {
  const token = await organiserToken(forum)
  const { items } = await callForum<{ items: Record<string, string>[] }>(
    forum,
    '/front/query/registrations/all?size=100',
    { token },
  )
  const [{ realname = '', mobile = '' } = {}] = items
  expect([realname, mobile].every((text) => text.length > 3)).toBe(true)
  await openConsole(page, '/registrations')
  await drawnRows(page).filter({ hasText: realname }).first().getByRole('link').tap()
  await expect(page.getByRole('definition').filter({ hasText: mobile }).first()).toBeVisible()
  // Rows lie sealed; of what lies in clear the tab tells what the organiser may see.
  const metadata = 'metadata:registrations'
  const ofOrganiser = [realname, mobile, 'registrations/', metadata, '审计日志']
  expect(await dump(page.context())).toContain(metadata)
  await page.getByRole('button', { name: 'organiser' }).tap()
  await page.getByRole('button', { name: zh('accounts:center.signOut') }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => dump(page.context())).not.toContain(metadata)

  await openAs(page, await addStaff(forum))
  await page.goto('/console')
  const menu = page.getByRole('navigation', { name: zh('console:nav.label') })
  await expect(menu.getByRole('link')).toHaveText([zh('console:nav.today'), '问答'])
  const after = await dump(page.context())
  expect(ofOrganiser.filter((text) => after.includes(text))).toEqual([])
  // The way back leads into the new person's console, where the old one's record is not there.
  await page.goto('/console/registrations')
  await expect(page.getByRole('heading', { name: zh('console:unknownModule') })).toBeVisible()
})

test('somebody who works in no module is led to the sign-in, and the way back does not lead into a circle [89, 100, T4] @tablet', async ({
  page,
  forum,
}) => {
  await openAs(page, await addApplicant(forum))
  await page.goto('/news')
  await page.goto('/console/registrations')
  await expect(page.getByRole('heading', { level: 1, name: zh('sign-in:signIn.title') })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe('/console/registrations')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: zh('common:menu.news') })).toBeVisible()
})

test('an organiser at the console and a participant in another tab do not take each other’s place [314] @tablet', async ({
  page,
  context,
  forum,
}) => {
  await openConsole(page, '/qa')
  await expect(drawnRows(page).first()).toBeVisible()
  const other = await context.newPage()
  await openAs(other, await addParticipant(forum))
  await other.goto('/user/travel')
  const sending = other.getByRole('button', { name: zh('travel-infos:send.first') })
  await expect(sending).toBeVisible()
  for (const tab of [page, other]) await tab.reload()
  await expect(page.getByRole('button', { name: 'organiser' })).toBeVisible()
  await expect(drawnRows(page).first()).toBeVisible()
  await expect(sending).toBeVisible()
  const roleOf = (tab: typeof page) =>
    tab.evaluate(() => (JSON.parse(sessionStorage.getItem('user') ?? '{}') as { role?: string }).role)
  expect([await roleOf(page), await roleOf(other)]).toEqual(['organiser', 'participant'])
})
