import { expect, test } from '../support/e2e.ts'
import { addApplicant, decide, openAs, ownRows, register } from '../support/people.ts'
import { RegistrationForm } from '../support/registration-form.ts'
import { untilDrawn } from '../support/until-drawn.ts'

test('staff and media register in their own way, and in no other beside it [45, 142, T44] @phone', async ({
  page,
  forum,
}) => {
  const form = new RegistrationForm(page)
  const person = await addApplicant(forum)
  await openAs(page, person)
  await page.goto('/register')
  await untilDrawn(page)
  await page.getByRole('link', { name: '前往此报名表' }).click()
  await page.getByRole('link', { name: '开始填写' }).click()
  await expect(await form.heading('who')).toBeVisible()
  await form.fillWho()
  await form.next()
  for (const label of ['身份类别', '部门', '单位', '职务'])
    await expect(page.getByRole('alert')).toContainText(`${label}：必填`)
  await page.getByRole('radio', { name: '媒体人员' }).check()
  await form.field('department').fill('能源日报')
  await form.field('company').fill('能源日报社')
  await form.field('position').fill('记者')
  await form.next()
  await form.takePhoto()
  await form.next()
  await (await form.button('register', 'send.first')).click()
  await expect(page.getByRole('heading', { level: 1, name: '报名信息已送达' })).toBeVisible()
  expect(await ownRows(forum, 'staff_registrations', person)).toMatchObject([
    { identity_category: 'media_personnel', department: '能源日报', status: 'submitted' },
  ])
  expect(await ownRows(forum, 'registrations', person)).toEqual([])
  await page.goto('/register?step=who')
  await untilDrawn(page)
  await expect(page.getByRole('heading', { level: 1, name: '您已经报名' })).toBeVisible()
})

test('a registration is changed as its state allows, and handed in again when more was wanted [138] @phone', async ({
  page,
  forum,
}) => {
  const form = new RegistrationForm(page)
  const person = await addApplicant(forum)
  const row = await register(forum, person)
  await openAs(page, person)
  await page.goto('/register')
  await expect(page).toHaveURL('/user/center')
  await page.getByRole('link', { name: '查看或修改' }).click()
  await expect(await form.heading('review')).toBeVisible()
  await page.getByRole('button', { name: '修改：证件照' }).click()
  await form.takePhoto()
  await page.getByRole('button', { name: '移除' }).click()
  // The one that the server has stands again.
  await expect(page.getByText('照片已提交')).toBeVisible()
  await form.next()
  // Nothing was changed: there is nothing to send.
  await (await form.button('register', 'send.again')).click()
  await expect(page).toHaveURL('/user/center')

  const ofRow = `**/front/query/registrations/${row.id}*`
  await page.route(ofRow, (route) => route.fulfill({ status: 500 }))
  await page.goto('/register?step=review')
  await untilDrawn(page)
  await expect(page.getByRole('heading', { level: 2, name: '页面没有加载成功' })).toBeVisible()
  await page.unroute(ofRow)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(await form.heading('review')).toBeVisible()

  await decide(forum, 'registrations', 'start_review', row)
  await page.goto('/register?step=review')
  await untilDrawn(page)
  await expect(page.getByRole('heading', { level: 1, name: '您的报名正在审核' })).toBeVisible()

  const reason = { 'zh-CN': '请补充单位全称', en: 'Please give the full name of your company' }
  await decide(forum, 'registrations', 'request_info', row, { review_reason: reason })
  await form.openStep('review')
  await expect(page.getByRole('main')).toContainText('***')
  await page.getByRole('button', { name: '修改：单位与职务' }).click()
  await form.field('company').fill('国家电网有限公司')
  await form.next()
  await form.next()
  await form.next()
  const sent = page.waitForRequest(/\/front\/edit\/registrations/)
  await (await form.button('register', 'send.again')).click()
  // What was not touched is not sent: an ID number that is shown masked is none.
  expect(Object.keys((await sent).postDataJSON() as object)).not.toContain('id_number')
  await expect
    .poll(() => ownRows(forum, 'registrations', person))
    .toMatchObject([{ status: 'submitted', company: '国家电网有限公司' }])

  await decide(forum, 'registrations', 'approve', row)
  await form.openStep('who')
  await expect(form.field('email')).toBeVisible()
  await expect(form.field('realname')).toHaveCount(0)
  await expect(form.field('id_number')).toHaveCount(0)
  await expect(page.getByText('第 1 步，共 4 步')).toBeVisible()
})
