import { expect, test } from '../support/e2e.ts'
import {
  addApplicant,
  callForum,
  createMobile,
  decide,
  openAs,
  ownRows,
  register,
} from '../support/people.ts'
import { RegistrationForm } from '../support/registration-form.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'

test('a person registers from the code to the row, once, however often the button is tapped [12, 44, 46, 47, 106-114, 139]', async ({
  page,
  forum,
  conduct,
}) => {
  const form = new RegistrationForm(page)
  await page.goto('/register')
  await untilDrawn(page)
  await page.getByRole('link', { name: zh('register:open.start') }).click()
  await form.proveMobile(forum, createMobile())
  await expect(form.heading('who')).toBeVisible()
  await form.fillWho()
  await form.fillWork()
  await form.choose('sub_forum', ['III', 'II', 'XI'])
  await page.getByRole('radio', { name: /^III / }).check()
  await form.choose('activities', ['B'])
  await page.getByRole('switch').check()
  await form.next()
  await form.takePhoto()
  await form.next()
  await expect(page.getByRole('main')).toContainText('E1234 5678')
  await form.button('register:send.first').dblclick()
  await expect(page).toHaveURL(/\/register\/success/)
  await expect(page.getByRole('heading', { level: 1, name: zh('register:success.sent') })).toBeVisible()

  const token = await page.evaluate(() => sessionStorage.getItem('token') ?? '')
  const rows = await ownRows(forum, 'registrations', { token })
  expect(rows).toHaveLength(1)
  const row = await callForum<object>(forum, `/front/query/registrations/${rows[0]?.id}`, { token })
  expect(row).toMatchObject({
    realname: '李雷',
    id_number: '***',
    business_category: 'media',
    other_business_label: null,
    opening_ceremony: true,
    sub_forum: ['t-2', 't-3', 't-11'],
    priority_sub_forum: 't-3',
    activities: ['tour-b'],
    status: 'submitted',
    locale: 'zh-CN',
    photo: { mediaType: 'image/jpeg' },
  })
  await page.getByRole('link', { name: zh('register:success.home') }).click()
  await expect(page).toHaveURL('/')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('staff and media register in their own way, and in no other beside it [45, 142, T44]', async ({
  page,
  forum,
}) => {
  const form = new RegistrationForm(page)
  const person = await addApplicant(forum)
  await openAs(page, person)
  await page.goto('/register')
  await untilDrawn(page)
  await page.getByRole('link', { name: zh('register:paths.go') }).click()
  // Both pages have a link to their form.
  await expect(page.getByText(zh('register:open.staff'))).toBeVisible()
  await page.getByRole('link', { name: zh('register:open.start') }).click()
  await form.fillWho()
  await page.getByRole('radio', { name: '媒体人员' }).check()
  for (const name of ['department', 'company', 'position'] as const) await form.field(name).fill('能源日报')
  await form.next()
  await form.takePhoto()
  await form.next()
  await form.button('register:send.first').click()
  await expect(page.getByRole('heading', { level: 1, name: zh('register:success.sent') })).toBeVisible()
  expect(await ownRows(forum, 'staff_registrations', person)).toMatchObject([
    { identity_category: 'media_personnel', department: '能源日报', status: 'submitted' },
  ])
  expect(await ownRows(forum, 'registrations', person)).toEqual([])
})

test('a registration is followed in the user centre, completed when more is wanted, and withdrawn [138]', async ({
  page,
  forum,
}) => {
  const form = new RegistrationForm(page)
  const person = await addApplicant(forum)
  const row = await register(forum, person)
  const state = page.locator('[aria-current="step"]')
  await openAs(page, person)
  await page.goto('/register')
  await expect(page).toHaveURL('/user/center')
  await expect(state).toContainText(zh('accounts:state.submitted'))

  await decide(forum, 'registrations', 'start_review', row)
  const review_reason = { 'zh-CN': '请补充单位全称', en: 'Please give the full name of your company' }
  await decide(forum, 'registrations', 'request_info', row, { review_reason })
  await page.reload()
  await expect(page.getByText('请补充单位全称')).toBeVisible()
  await page.getByRole('link', { name: zh('accounts:status.do.more_info') }).click()
  const part = zh('register:steps.work.heading')
  await page.getByRole('button', { name: zh('register:review.changeOf', { part }) }).click()
  await form.field('company').fill('国家电网有限公司')
  for (const step of ['choices', 'photo', 'review']) {
    await form.next()
    await expect(form.heading(step)).toBeVisible()
  }
  const sent = page.waitForRequest(/\/front\/edit\/registrations/)
  await form.button('register:send.again').click()
  // What was not touched is not sent: an ID number that is shown masked is none.
  expect(Object.keys((await sent).postDataJSON() as object)).not.toContain('id_number')
  await expect
    .poll(() => ownRows(forum, 'registrations', person))
    .toMatchObject([{ status: 'submitted', company: '国家电网有限公司' }])

  await page.getByRole('link', { name: zh('register:toCenter') }).click()
  await page.getByRole('button', { name: zh('accounts:withdraw.do') }).click()
  await page.getByRole('button', { name: zh('accounts:withdraw.yes'), exact: true }).click()
  await expect(state).toContainText(zh('accounts:state.withdrawn'))
  expect(await ownRows(forum, 'registrations', person)).toMatchObject([{ status: 'withdrawn' }])
})
