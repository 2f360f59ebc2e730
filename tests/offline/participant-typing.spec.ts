import { addGuests, fieldOf, fillMeeting, formWords } from '../support/participant-forms.ts'
import { addParticipant, ownRows } from '../support/people.ts'
import {
  dump,
  expect,
  keepNothing,
  keepTravel,
  openForm,
  posts,
  saved,
  sendTravel,
  sent,
  signInAs,
  test,
} from './outbox-phone.ts'
import { visit } from './phone.ts'

const words = formWords['zh-CN']

test('what is typed over a travel form on its way stays while that arrives, and goes out as a change of it', async ({
  page,
  network,
  person,
  rows,
}) => {
  await keepTravel(page, { person, network }, 'first')
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await expect(page.getByRole('button', { name: '上一步' })).toBeVisible()
  await fieldOf(page, 'memo').fill('second')
  network.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect
    .poll(async () => (await rows()).map(({ memo }) => memo), { timeout: 30_000 })
    .toEqual(['first'])
  const send = page.getByRole('button', { name: '提交修改' })
  await expect(send).toBeVisible()
  await expect(fieldOf(page, 'memo')).toHaveValue('second')
  await send.click()
  await expect(sent(page)).toBeVisible()
  expect((await rows()).map(({ memo }) => memo)).toEqual(['second'])
})

test('a side meeting’s form stays while the forum gives it its name, and what was typed is found after a reload [192]', async ({
  page,
  network,
  forum,
}) => {
  const applicant = await addParticipant(forum)
  const rows = () => ownRows(forum, 'side_meetings', applicant)
  await visit(page, '/')
  await signInAs(page, applicant)
  await page.goto('/user/side-meetings')
  await page.getByRole('button', { name: words.apply }).click()
  await page.getByRole('button', { name: words.acknowledge }).click()
  await fillMeeting(page, '储能圆桌')
  network.fail(/post\/side_meetings/, { kind: 'cut' })
  await page.getByRole('button', { name: words.sendMeeting }).click()
  await expect(saved(page)).toBeVisible()
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await addGuests(page, ['王芳'])
  network.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(async () => (await rows()).length, { timeout: 30_000 }).toBe(1)
  const send = page.getByRole('button', { name: '提交修改' })
  await expect(send).toBeVisible()
  await expect(page.getByRole('button', { name: '移除王芳' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '移除王芳' })).toBeVisible()
  await send.click()
  await expect.poll(async () => (await rows())[0]?.['guests']).toHaveLength(4)
  expect(await rows()).toHaveLength(1)
})

test('what is typed is on the device without waiting for a pause: a page that dies then has lost nothing', async ({
  page,
  context,
  person,
}) => {
  await openForm(page, person)
  // From here on no timer of the page goes off.
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await fieldOf(page, 'memo').fill('wheelchair')
  await expect.poll(async () => (await dump(page)).includes('"draft:')).toBe(true)
  await page.close()
  await context.clock.resume()
  const next = await context.newPage()
  await openForm(next, person)
  await expect(fieldOf(next, 'memo')).toHaveValue('wheelchair')
})

test('a form that was opened without network stays when there is one, whatever becomes of the rows', async ({
  page,
  network,
  person,
  rows,
}) => {
  await visit(page, '/')
  await signInAs(page, person)
  network.fail(/query\/travel_infos/, { kind: 'cut' })
  await page.goto('/user/travel')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await fieldOf(page, 'memo').fill('typed without network')
  network.fail(/query\/travel_infos/, { kind: 'refused', status: 503, key: 'server.busy' })
  const refused = page.waitForResponse(
    (answer) => answer.url().includes('query/travel_infos') && answer.status() === 503,
  )
  await page.context().setOffline(false)
  await refused
  await expect(fieldOf(page, 'memo')).toHaveValue('typed without network')
  network.mend()
  await sendTravel(page, 'typed without network')
  await expect(sent(page)).toBeVisible()
  expect(await rows()).toHaveLength(1)
})

test('what a phone that keeps nothing sent and the forum refused stays in its form, with the forum’s words', async ({
  page,
  context,
  network,
  person,
  rows,
}) => {
  await keepNothing(context)
  await openForm(page, person)
  network.fail(posts, { kind: 'refused', status: 403, key: 'permission.not_approved' })
  await sendTravel(page, 'nowhere to keep')
  await expect(page.getByText('主办方系统未接受这项内容').first()).toBeVisible()
  await expect(fieldOf(page, 'memo')).toHaveValue('nowhere to keep')
  network.mend()
  await page.getByRole('button', { name: '提交行程信息' }).click()
  await expect.poll(async () => (await rows()).map(({ memo }) => memo)).toEqual(['nowhere to keep'])
})
