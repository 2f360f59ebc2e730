import { full } from '../support/marks.ts'
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ensureMobileAccount } from '../../server/accounts/mobile-account.ts'
import { insertSignIn } from '../../server/accounts/sign-ins.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { callForum, decide, openAs, organiserToken, ownRows, register } from '../support/people.ts'
import { besideForum } from '../support/participants.ts'
import { RegistrationForm, textOf, typed } from '../support/registration-form.ts'
import { readStored } from '../support/stored-text.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { test } from './own-forum.ts'
import { expect, kill, untilSaved, visit } from './phone.ts'

const module = 'registrations'

/** Somebody whose mobile was proven a while ago: a new code can be had at once. */
async function addPerson(forum: ForumProcess): Promise<{ mobile: string; token: string }> {
  const mobile = `135${String(randomInt(10 ** 8)).padStart(8, '0')}`
  const now = new Date()
  const token = await besideForum(forum, undefined, (db) =>
    db.transaction(async (trx) => {
      const id = await ensureMobileAccount(trx, `+86${mobile}`, now)
      return insertSignIn(trx, { id }, now)
    }),
  )
  return { mobile, token }
}

const footer = (page: Page) => page.getByText('已保存在本机。', { exact: true })

/** Opens the form with everything that it needs on the device. */
async function openForm(page: Page, person: { token: string }, step = 'who'): Promise<RegistrationForm> {
  await visit(page, '/register')
  await openAs(page, person)
  const form = new RegistrationForm(page)
  await form.openStep(step)
  for (const query of ['sessions', 'tracks', 'tourRoutes']) await untilSaved(page, query)
  return form
}

test('what was typed survives a reload and a kill, and neither ID number nor photo lies there in clear', async ({
  page,
  context,
  ownForum,
}) => {
  const person = await addPerson(ownForum)
  const form = await openForm(page, person)
  await form.fillAll()
  await expect(footer(page)).toBeVisible()
  const stored = await readStored(page)
  expect(stored).not.toContain('E1234')
  expect(stored).not.toContain('JFIF')
  expect(stored).toContain('[key sealed in]')
  expect(stored).not.toContain('[key extractable]')

  await page.reload()
  await untilDrawn(page)
  const main = page.getByRole('main')
  await expect(main).toContainText('E1234 5678')
  await page.getByRole('button', { name: '修改：个人信息' }).click()
  await form.field('city').fill('无锡')
  await expect(footer(page)).toBeVisible()
  await kill(page)

  // The sign-in went with the tab: the mobile is proven again, and all is there.
  const next = await context.newPage()
  const again = new RegistrationForm(next)
  await next.goto('/register?step=review')
  await untilDrawn(next)
  await expect(next.getByText(await textOf('zh-CN', 'register', 'steps.mobile.again'))).toBeVisible()
  await again.proveMobile(ownForum, person.mobile)
  await expect(await again.heading('review')).toBeVisible()
  const review = next.getByRole('main')
  await expect(review).toContainText('无锡')
  await expect(review).toContainText('E1234 5678')
  await expect(review.getByRole('img', { name: '您的证件照' })).toBeVisible()
  await (await again.button('register', 'send.first')).click()
  await expect(next.getByRole('heading', { level: 1, name: '报名信息已送达' })).toBeVisible()
  // What was sent needs no draft any more.
  await expect.poll(() => readStored(next)).not.toContain(`draft:`)
})

test(
  'a sign-in that ends in the middle costs nothing that was typed, and shows none of it to the next person',
  full('register-sending.test.tsx proves the screens'),
  async ({ page, ownForum }) => {
    const [person, other] = [await addPerson(ownForum), await addPerson(ownForum)]
    const form = await openForm(page, person)
    await form.fillWho()
    await form.field('company').fill('国家电网')
    await expect(footer(page)).toBeVisible()
    await callForum(ownForum, '/front/user/logout-everywhere', { token: person.token, body: {} })
    await page.reload()
    await untilDrawn(page)
    await expect(page.getByText(await textOf('zh-CN', 'register', 'steps.mobile.again'))).toBeVisible()
    await form.proveMobile(ownForum, other.mobile)
    await expect(await form.heading('work')).toBeVisible()
    await expect(form.field('company')).toHaveValue('')

    await page.evaluate(() => sessionStorage.clear())
    await form.page.goto('/register?step=work')
    await untilDrawn(page)
    await form.proveMobile(ownForum, person.mobile)
    await expect(await form.heading('work')).toBeVisible()
    await expect(form.field('company')).toHaveValue('国家电网')
  },
)

test('a registration that is sent without network goes out once when it is back; a tour that is full by then is told at its field [121, 139]', async ({
  page,
  context,
  ownForum,
  network,
}) => {
  test.setTimeout(120_000)
  const person = await addPerson(ownForum)
  const form = await openForm(page, person)
  await context.setOffline(true)
  await form.fillWho()
  await form.fillWork()
  await form.choose('sub_forum', ['V'])
  await form.choose('activities', ['C'])
  await form.next()
  await form.takePhoto()
  await form.next()
  await (await form.button('register', 'send.first')).click()
  await expect(page.getByText(await textOf('zh-CN', 'outbox', 'saved'))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '报名信息正在发送' })).toBeVisible()
  expect(await ownRows(ownForum, module, person)).toEqual([])
  // Who comes back to the form meanwhile is shown that it is on its way.
  await page.goto('/register?step=who')
  await expect(page).toHaveURL(/\/register\/success/)

  await setSeats(ownForum, 'tour-c', 0)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: '报名信息需要修改' })).toBeVisible()
  expect(await ownRows(ownForum, module, person)).toEqual([])
  await page.getByRole('link', { name: '返回修改' }).click()
  await expect(await form.heading('choices')).toBeVisible()
  await expect(form.group('activities')).toHaveAccessibleDescription(
    new RegExp(await textOf('zh-CN', 'errors', 'registration.tour_full')),
  )
  await form.group('activities').getByRole('checkbox', { name: /^C / }).uncheck()
  await form.choose('activities', ['D'])
  await form.next()
  await form.next()
  const review = page.getByRole('main')
  await expect(review).toContainText(typed.who.realname)
  await expect(review.getByRole('img', { name: '您的证件照' })).toBeVisible()
  await (await form.button('register', 'send.first')).click()
  await expect(page.getByRole('heading', { level: 1, name: '报名信息已送达' })).toBeVisible()
  const rows = await ownRows(ownForum, module, person)
  expect(rows).toMatchObject([{ activities: ['tour-d'], sub_forum: ['t-5'], realname: '李雷' }])
  expect(network.heard().filter((line) => line.startsWith(`POST /api/front/post/${module}`))).toHaveLength(2)
})

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function setSeats(forum: ForumProcess, id: string, seats: number): Promise<void> {
  const token = await organiserToken(forum)
  await callForum(forum, '/front/edit/tour_routes', { token, body: { id, seats } })
}

test(
  'a change that is refused when more was wanted is mended from the user centre, and handed in again with it [138]',
  full('register-sending.test.tsx proves the screens'),
  async ({ page, context, ownForum }) => {
    const person = await addPerson(ownForum)
    const row = await register(ownForum, { ...person, email: 'li@forum.example' })
    await decide(ownForum, module, 'start_review', row)
    const review_reason = { 'zh-CN': '请选择路线', en: 'Please choose a tour' }
    await decide(ownForum, module, 'request_info', row, { review_reason })
    const form = await openForm(page, person, 'choices')
    await context.setOffline(true)
    await form.choose('activities', ['C'])
    await form.next()
    await form.next()
    await (await form.button('register', 'send.again')).click()
    await expect(h1(page, '修改正在发送').or(h1(page, '报名信息正在发送'))).toBeVisible()
    await setSeats(ownForum, 'tour-c', 0)
    await context.setOffline(false)
    await expect(h1(page, '报名信息需要修改')).toBeVisible()
    expect(await ownRows(ownForum, module, person)).toMatchObject([{ status: 'more_info' }])

    await page.goto('/user/center')
    await untilDrawn(page)
    await page.getByRole('link', { name: '前往修改' }).click()
    await expect(await form.heading('choices')).toBeVisible()
    await expect(form.group('activities')).toHaveAccessibleDescription(
      new RegExp(await textOf('zh-CN', 'errors', 'registration.tour_full')),
    )
    // Back to the review without having mended it: the button leads there again.
    await page.goBack()
    await (await form.button('register', 'send.again')).click()
    await expect(await form.heading('choices')).toBeVisible()
    await form.group('activities').getByRole('checkbox', { name: /^C / }).uncheck()
    await form.choose('activities', ['D'])
    await form.next()
    await form.next()
    await (await form.button('register', 'send.again')).click()
    await expect(h1(page, '报名信息已送达')).toBeVisible()
    expect(await ownRows(ownForum, module, person)).toMatchObject([
      { status: 'submitted', activities: ['tour-d'] },
    ])
  },
)

test(
  'what organisers changed while a change waited is shown at the form, to choose between the two [138]',
  full('register-sending.test.tsx proves the screens'),
  async ({ page, context, ownForum }) => {
    const person = await addPerson(ownForum)
    const row = await register(ownForum, { ...person, email: 'li@forum.example' })
    const form = await openForm(page, person, 'work')
    await context.setOffline(true)
    await form.field('company').fill('国家电网')
    for (let step = 0; step < 3; step += 1) await form.next()
    await (await form.button('register', 'send.again')).click()
    await expect(h1(page, '修改正在发送')).toBeVisible()
    const body = { id: row.id, company: '苏州大学' }
    await callForum(ownForum, `/front/edit/${module}`, { token: await organiserToken(ownForum), body })
    await context.setOffline(false)
    await page.getByRole('link', { name: '比较并选择' }).click()
    await expect(h1(page, '报名信息在此期间已有更改')).toBeVisible()
    const company = page.getByRole('row', { name: /国家电网/ })
    await expect(company).toContainText('苏州大学')
    await page.getByRole('link', { name: '查看发件箱' }).click()
    await page.getByRole('link', { name: /^修改/ }).click()
    await page.getByRole('button', { name: '以我的为准' }).click()
    await expect(h1(page, '修改已送达')).toBeVisible()
    expect(await ownRows(ownForum, module, person)).toMatchObject([{ company: '国家电网' }])
  },
)

test(
  'on a phone that keeps nothing a refusal comes to its field, and only what has arrived is told so [121]',
  full('register-sending.test.tsx proves the screens'),
  async ({ page, ownForum }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('not here', 'SecurityError')
      }
    })
    const person = await addPerson(ownForum)
    const form = await openForm(page, person)
    await form.fillWho()
    await form.fillWork()
    await form.choose('activities', ['C'])
    await form.next()
    await form.takePhoto()
    await form.next()
    await setSeats(ownForum, 'tour-c', 0)
    await (await form.button('register', 'send.first')).click()
    await expect(await form.heading('choices')).toBeVisible()
    await expect(form.group('activities')).toHaveAccessibleDescription(
      new RegExp(await textOf('zh-CN', 'errors', 'registration.tour_full')),
    )
    expect(await ownRows(ownForum, module, person)).toEqual([])
    await form.group('activities').getByRole('checkbox', { name: /^C / }).uncheck()
    await form.next()
    await form.next()
    await (await form.button('register', 'send.first')).click()
    await expect(h1(page, '报名信息已送达')).toBeFocused()
    expect(await ownRows(ownForum, module, person)).toHaveLength(1)
  },
)
