import type { Fault } from '../support/fault-server.ts'
import { ownRows } from '../support/people.ts'
import {
  callForum,
  expect,
  keepTravel,
  openForm,
  openOutbox,
  posts,
  saved,
  sendTravel,
  sent,
  signInAgain,
  signInAs,
  test,
} from './outbox-phone.ts'
import { kill, visit } from './phone.ts'

const faults: readonly [string, Fault, already: number][] = [
  ['a network that breaks before the forum has heard', { kind: 'cut' }, 0],
  ['a network that breaks after the forum has committed', { kind: 'commit-then-reset' }, 1],
  ['a captive portal that answers 200 with a page', { kind: 'portal' }, 0],
  ['a forum that is busy', { kind: 'refused', status: 503, key: 'server.busy' }, 0],
  [
    'a forum that has heard too much',
    { kind: 'refused', status: 429, key: 'rate.limited', retryAfterSeconds: 1 },
    0,
  ],
]

for (const [name, fault, already] of faults)
  test(`${name} costs nothing and doubles nothing`, async ({ page, network, person, rows }) => {
    await keepTravel(page, { person, network }, name, fault)
    await expect.poll(() => network.heard().some((call) => posts.test(call))).toBe(true)
    await expect.poll(async () => (await rows()).length).toBe(already)
    await expect(sent(page)).toHaveCount(0)
    network.mend()
    await expect(async () => {
      await openOutbox(page)
      await expect(sent(page)).toBeVisible({ timeout: 5000 })
    }).toPass()
    const made = await rows()
    expect(made.map(({ memo }) => memo)).toEqual([name])
  })

test('what the forum refuses for good comes back to its form with the text kept', async ({
  page,
  network,
  person,
  rows,
}) => {
  await openForm(page, person)
  network.fail(posts, { kind: 'refused', status: 403, key: 'permission.not_approved' })
  await sendTravel(page, 'window seat')
  await expect(page.getByText('主办方系统未接受这项内容').first()).toBeVisible()
  await expect(page.getByRole('region', { name: '其他说明' }).getByRole('textbox')).toHaveValue('window seat')
  expect(await rows()).toEqual([])
  network.mend()
  await page.getByRole('button', { name: '提交行程信息' }).click()
  await expect(sent(page)).toBeVisible()
  expect((await rows()).map(({ memo }) => memo)).toEqual(['window seat'])
})

test('a sign-in that ends while something waits: it stays, asks for the sign-in, and goes out after it', async ({
  page,
  network,
  forum,
  person,
}) => {
  await keepTravel(page, { person, network }, 'kept through')
  await callForum(forum, '/front/user/logout', { token: person.token, body: {} })
  network.mend()
  await page.goto('/')
  await expect(page.getByText('登录后发送 1 项已保存的内容')).toBeVisible()
  const again = await signInAgain(forum, person)
  await signInAs(page, again)
  await page.goto('/user/outbox')
  await expect(sent(page)).toBeVisible()
  expect(await ownRows(forum, 'travel_infos', again)).toHaveLength(1)
})

test('a row that was changed elsewhere meanwhile: both versions side by side, and the person chooses', async ({
  page,
  network,
  forum,
  person,
  rows,
}) => {
  await openForm(page, person)
  await sendTravel(page, 'first')
  await expect(sent(page)).toBeVisible()
  network.fail(posts, { kind: 'cut' })
  await page.getByRole('button', { name: '修改' }).click()
  await page.getByRole('region', { name: '其他说明' }).getByRole('textbox').fill('from the phone')
  await page.getByRole('button', { name: '提交修改' }).click()
  await expect(saved(page)).toBeVisible()
  const [row] = await rows()
  const body = { id: row?.id, version: row?.version, memo: 'from elsewhere' }
  await callForum(forum, '/front/edit/travel_infos', { token: person.token, body })
  network.mend()
  await openOutbox(page)
  const line = page.getByRole('row', { name: /备注/ })
  await expect(line).toContainText('from the phone')
  await expect(line).toContainText('from elsewhere')
  expect((await rows()).map(({ memo }) => memo)).toEqual(['from elsewhere'])
  await page.getByRole('button', { name: '以我的为准' }).click()
  await expect.poll(async () => (await rows()).map(({ memo }) => memo)).toEqual(['from the phone'])
})

test('an app that dies while it sends, with the answer still to come, sends it once', async ({
  page,
  context,
  network,
  person,
  rows,
}) => {
  await openForm(page, person)
  network.fail(posts, { kind: 'stall' })
  await sendTravel(page, 'crash')
  await expect.poll(() => network.heard().some((call) => posts.test(call))).toBe(true)
  await kill(page)
  network.mend()
  const next = await context.newPage()
  await visit(next, '/')
  await signInAs(next, person)
  await next.goto('/user/outbox')
  await expect(sent(next)).toBeVisible()
  expect((await rows()).map(({ memo }) => memo)).toEqual(['crash'])
})

test('two tabs with one outbox send once [295]', async ({ page, context, network, person, rows }) => {
  const heard = () => network.heard().filter((call) => posts.test(call))
  await openForm(page, person)
  network.fail(posts, { kind: 'stall' })
  await sendTravel(page, 'two tabs')
  await expect.poll(heard).toHaveLength(1)
  const other = await context.newPage()
  await signInAs(other, person)
  for (const look of ['once', 'and again']) {
    await test.step(look, () => openOutbox(other))
    await expect(other.getByText('正在发送…')).toBeVisible()
    await other.getByRole('button', { name: '立即发送' }).click()
  }
  expect(heard()).toHaveLength(1)
  network.mend()
  await expect(sent(page)).toBeVisible()
  // The other tab sees it without being asked.
  await expect(sent(other)).toBeVisible()
  expect((await rows()).length).toBe(1)
})
