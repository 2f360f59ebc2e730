import { bannerOf, deployNext, html, lookForUpdate } from './next-deploy.ts'
import { expect, keepTravel, openForm, openOutbox, posts, sendTravel, sent, test } from './outbox-phone.ts'

test('a 422 comes back to its field in the forum’s words, with the text kept, and is sent once mended [295]', async ({
  page,
  network,
  person,
  rows,
}) => {
  await openForm(page, person)
  const fields = [{ path: 'memo', key: 'field.too_long', params: { max: 500 } }]
  network.fail(posts, { kind: 'refused', status: 422, key: 'validation.failed', fields })
  await sendTravel(page, 'too long')
  const memo = page.getByRole('region', { name: '其他说明' }).getByRole('textbox')
  await expect(memo).toHaveValue('too long')
  await expect(memo).toHaveAccessibleDescription(/最多允许 500 个字符/)
  expect(await rows()).toEqual([])
  network.mend()
  await memo.fill('short')
  await page.getByRole('button', { name: '提交行程信息' }).click()
  await expect(sent(page)).toBeVisible()
  expect((await rows()).map(({ memo: kept }) => kept)).toEqual(['short'])
})

test('a 409 that is final says so, in the form and in the outbox, with the text kept', async ({
  page,
  network,
  person,
  rows,
}) => {
  await openForm(page, person)
  network.fail(posts, { kind: 'refused', status: 409, key: 'action.state' })
  await sendTravel(page, 'not now')
  await expect(page.getByText('主办方系统未接受这项内容').first()).toBeVisible()
  await expect(page.getByRole('region', { name: '其他说明' }).getByRole('textbox')).toHaveValue('not now')
  await openOutbox(page)
  await expect(page.getByText('主办方系统未接受这项内容')).toBeVisible()
  // It is not tried again by itself.
  expect(network.heard().filter((call) => posts.test(call))).toHaveLength(1)
  expect(await rows()).toEqual([])
})

test('a 409 because the first try is still at work waits, and is sent once', async ({
  page,
  network,
  person,
  rows,
}) => {
  await keepTravel(page, { person, network }, 'at work', {
    kind: 'refused',
    status: 409,
    key: 'idempotency.in_progress',
    retryAfterSeconds: 1,
  })
  await expect.poll(() => network.heard().some((call) => posts.test(call))).toBe(true)
  network.mend()
  await expect(sent(page)).toBeVisible()
  expect((await rows()).map(({ memo }) => memo)).toEqual(['at work'])
})

test('a new version found while something waits: nothing is lost by taking it, and it goes out once [295]', async ({
  page,
  network,
  person,
  rows,
}) => {
  await keepTravel(page, { person, network }, 'over an update')
  deployNext(network)
  await lookForUpdate(page)
  await bannerOf(page).getByRole('button', { name: '立即更新' }).click()
  await expect(html(page)).toHaveAttribute('data-build', 'next')
  await page.goto('/user/outbox')
  await expect(page.getByText('在本机等待')).toBeVisible()
  expect(await rows()).toEqual([])
  // The network is back, under the new version.
  network.fail(posts, { kind: 'none' })
  await openOutbox(page)
  await expect(sent(page)).toBeVisible()
  await expect(html(page)).toHaveAttribute('data-build', 'next')
  expect((await rows()).map(({ memo }) => memo)).toEqual(['over an update'])
})
