import type { APIRequestContext, Page } from '@playwright/test'
import { open as openZip, type Entry, type ZipFile } from 'yauzl'
import { expect, test } from '../support/e2e.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { addMobilePerson, signInWith } from '../support/mobile-person.ts'
import { nextCode } from '../support/outgoing.ts'
import { addApplicant, addParticipant, decide, openAs, ownRows, register } from '../support/people.ts'
import { untilDrawn } from '../support/until-drawn.ts'

async function open(page: Page, person: { token: string }, path = '/user/center'): Promise<void> {
  await openAs(page, person)
  await page.goto(path)
  await untilDrawn(page)
}

const stations = (page: Page) => page.getByRole('list', { name: '报名进度' }).getByRole('listitem')
const current = (page: Page) => page.locator('[aria-current="step"]')

async function expectState(page: Page, names: readonly RegExp[], now: string): Promise<void> {
  await expect(stations(page)).toHaveText(names)
  await expect(current(page)).toContainText(now)
}

const when = String.raw`\d+月\d+日 \d\d:\d\d`
const sent = new RegExp(`^已提交${when}$`)

test('the registration’s state is told with its times, the reviewer’s note and what comes next [307]', async ({
  page,
  forum,
  conduct,
}) => {
  const person = await addApplicant(forum)
  await open(page, person)
  await expect(page.getByText('您还没有报名。报名约需十分钟，审核约两天。')).toBeVisible()
  await expect(page.getByRole('link', { name: '去报名' })).toHaveAttribute('href', '/register')
  const row = await register(forum, person)
  await page.reload()
  await expectState(page, [sent, /^审核中$/, /^审核结果预计 \d+月\d+日 .+前后$/], '已提交')
  await followTo(page, '查看或修改', '核对信息')
  await decide(forum, 'registrations', 'start_review', row)
  await page.reload()
  await expectState(page, [sent, new RegExp(`^审核中${when}$`), /^审核结果预计/], '审核中')
  // There is nothing to change now, so nothing leads there.
  await expect(page.getByRole('main').locator('a[href^="/register"]')).toHaveCount(0)
  await decide(forum, 'registrations', 'request_info', row, {
    review_reason: { 'zh-CN': '请上传更清晰的照片。', en: 'Please upload a clearer photo.' },
  })
  await page.reload()
  await expectState(page, [sent, new RegExp(`^需补充材料${when}$`), /^审核结果$/], '需补充材料')
  await expect(page.getByText('请上传更清晰的照片。')).toBeVisible()
  await followTo(page, '补充并重新提交', '核对信息')
  await expect(page.getByRole('link', { name: /演讲材料.*审核通过后开放/ })).toBeVisible()
  await decide(forum, 'registrations', 'decline', row, {
    review_reason: { 'zh-CN': '名额已满。', en: 'The forum is full.' },
  })
  await page.reload()
  await expectState(page, [sent, new RegExp(`^未通过${when}$`)], '未通过')
  await expect(page.getByText('名额已满。')).toBeVisible()
  await expect(page.getByRole('link', { name: /演讲材料.*审核通过后开放/ })).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('an approval opens what follows, and the note of before is gone [305]', async ({ page, forum }) => {
  await open(page, await addParticipant(forum))
  await expectState(page, [sent, new RegExp(`^已通过${when}$`)], '已通过')
  await expect(page.getByText('参会代表', { exact: true })).toBeVisible()
  await expect(page.getByText('审核通过后开放')).toHaveCount(0)
  await followTo(page, '查看或更新报名信息', '核对信息')
  await page.getByRole('link', { name: '演讲材料', exact: true }).click()
  await expect(page).toHaveURL(/\/user\/materials$/)
})

/** Goes to the form by its link, and back. */
async function followTo(page: Page, link: string, heading: string): Promise<void> {
  await page.getByRole('link', { name: link }).click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: link })).toBeVisible()
}

test('a registration is withdrawn after a question, and may be made anew [138]', async ({ page, forum }) => {
  const person = await addApplicant(forum)
  await register(forum, person)
  await open(page, person)
  await page.getByRole('button', { name: '撤回报名' }).click()
  await page.getByRole('button', { name: '不撤回' }).click()
  expect(await ownRows(forum, 'registrations', person)).toMatchObject([{ status: 'submitted' }])
  await page.getByRole('button', { name: '撤回报名' }).click()
  await page.getByRole('button', { name: '撤回', exact: true }).click()
  await expectState(page, [sent, new RegExp(`^已撤回${when}$`)], '已撤回')
  expect(await ownRows(forum, 'registrations', person)).toMatchObject([{ status: 'withdrawn' }])
  await expect(page.getByRole('button', { name: '撤回报名' })).toHaveCount(0)
  await followTo(page, '重新报名', '报名参会')
})

test('another sign-in is ended from the list, and all of them at once', async ({ page, forum, request }) => {
  const person = await addMobilePerson(forum, { password: 'tidal-lagoon-42' })
  const elsewhere = await signInWith(request, person.mobile, 'tidal-lagoon-42')
  const isGood = async (token: string) =>
    (await request.get('/api/front/user/current', { headers: { authorization: token } })).ok()
  await open(page, person)
  await page.getByRole('link', { name: '登录的设备' }).click()
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries).toHaveCount(2)
  await expect(entries.filter({ hasText: '本设备' })).toContainText('Chrome · Android')
  await entries
    .filter({ hasNotText: '本设备' })
    .getByRole('button', { name: /^结束 .+ 的登录$/ })
    .click()
  await expect(entries).toHaveCount(1)
  expect([await isGood(person.token), await isGood(elsewhere)]).toEqual([true, false])
  const third = await signInWith(request, person.mobile, 'tidal-lagoon-42')
  await page.getByRole('button', { name: '退出所有设备' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await isGood(third)).toBe(true)
  await page.getByRole('button', { name: '退出所有设备' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出所有设备' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect([await isGood(person.token), await isGood(third)]).toEqual([false, false])
  expect(await page.evaluate(() => sessionStorage.getItem('token'))).toBeNull()
})

test('one’s own data are saved as a zip', async ({ page, forum }) => {
  const person = await addApplicant(forum)
  await register(forum, person)
  await open(page, person, '/user/data')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 ZIP' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('own-data.zip')
  const names = await namesInZip(await file.path())
  expect(names).toContain('registrations.json')
  expect(names.filter((name) => name.endsWith('.jpg'))).toHaveLength(1)
})

function namesInZip(path: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    openZip(path, (error: Error | null, zip: ZipFile) => {
      if (error) return reject(error)
      const names: string[] = []
      zip.on('entry', (entry: Entry) => names.push(entry.fileName))
      zip.on('end', () => resolve(names))
    })
  })
}

async function eraseOf(page: Page): Promise<void> {
  await page.getByRole('button', { name: '永久删除' }).click()
}

const exists = async (request: APIRequestContext, token: string) =>
  (await request.get('/api/front/user/current', { headers: { authorization: token } })).ok()

test('erasing asks whether it is meant, and takes account and registration away; nothing stays on the device [96]', async ({
  page,
  forum,
  request,
  context,
}) => {
  const person = await addApplicant(forum)
  await register(forum, person)
  await open(page, person)
  await expect(stations(page)).toHaveCount(3)
  await page.getByRole('link', { name: '我的数据' }).click()
  await eraseOf(page)
  await expect(page.getByRole('alert')).toHaveText('请先勾选“我明白这无法恢复”。')
  expect(await exists(request, person.token)).toBe(true)
  await page.getByRole('checkbox', { name: '我明白这无法恢复' }).check()
  await eraseOf(page)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByText('您的账号和数据已删除')).toBeVisible()
  expect(await exists(request, person.token)).toBe(false)
  const kept = JSON.stringify(await context.storageState({ indexedDB: true }))
  expect(kept).not.toContain(person.email)
  expect(kept).not.toContain('Lin Example')
})

test('long after the sign-in it wants the password, or a sign-in by a code', async ({
  page,
  forum,
  request,
}) => {
  const person = await addMobilePerson(forum, { password: 'tidal-lagoon-42', minutesAgo: 11 })
  await open(page, person, '/user/data')
  await page.getByRole('checkbox', { name: '我明白这无法恢复' }).check()
  await eraseOf(page)
  await expect(page.getByRole('alert')).toHaveText('请填写密码，或重新登录后 10 分钟内操作。')
  await expect(page.getByLabel('密码')).toBeFocused()
  await page.getByLabel('密码').fill('not-the-password')
  await eraseOf(page)
  await expect(page.getByLabel('密码')).toHaveAccessibleDescription(/^密码不正确。/)
  expect(await exists(request, person.token)).toBe(true)
  await codeSignIn(page, forum, person.mobile)
  await expect(page.getByRole('heading', { level: 1, name: '我的数据' })).toBeVisible()
  await page.getByRole('checkbox', { name: '我明白这无法恢复' }).check()
  await eraseOf(page)
  await expect(page).toHaveURL(/\/$/)
  expect(await exists(request, person.token)).toBe(false)
})

async function codeSignIn(page: Page, forum: ForumProcess, mobile: string): Promise<void> {
  await page.getByRole('link', { name: '没有密码？用短信验证码重新登录，10 分钟内即可删除。' }).click()
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('验证码', { exact: true }).fill(await nextCode(forum.dataDir, `+86${mobile}`))
}
