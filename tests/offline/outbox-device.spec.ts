import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import {
  expect,
  keepNothing,
  keepTravel,
  openForm,
  openOutbox,
  posts,
  saved,
  sendTravel,
  sent,
  signInAs,
  test,
} from './outbox-phone.ts'

test('an IndexedDB that never answers: the form stays open and says so, and what is sent online goes straight out', async ({
  page,
  context,
  network,
  person,
  rows,
}) => {
  await keepNothing(context)
  await openForm(page, person)
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (posts.test(request.url())) keys.push(request.headers()['idempotency-key'])
  })
  network.fail(posts, { kind: 'commit-then-reset' })
  await sendTravel(page, 'nowhere to keep')
  await expect(page.getByText('未能保存在本机')).toBeVisible()
  await expect(saved(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: '其他说明' }).getByRole('textbox')).toHaveValue(
    'nowhere to keep',
  )
  // The forum had done it: the same thing sent again is not done twice.
  network.mend()
  await page.getByRole('button', { name: '提交行程信息' }).click()
  await expect.poll(() => network.heard().filter((call) => posts.test(call)).length).toBe(1)
  await expect(page.getByText('未能保存在本机')).toHaveCount(0)
  // Of a form that may be there several times only the key tells the server that it is the same.
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await rows()).toHaveLength(1)
  // Nobody says that everything has arrived when the phone does not say what waits.
  await openOutbox(page)
  await expect(page.getByRole('heading', { name: '暂时无法读取本机上待发送的内容' })).toBeVisible()
  await expect(page.getByText('没有待发送的内容')).toHaveCount(0)
})

test('a phone without room: the form stays open and says so [299]', async ({
  page,
  network,
  person,
  rows,
}) => {
  await openForm(page, person)
  // What an IndexedDB without room does, at the moment of the write.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  network.fail(posts, { kind: 'cut' })
  await sendTravel(page, 'no room')
  await expect(page.getByText('本机存储空间已满')).toBeVisible()
  await expect(saved(page)).toHaveCount(0)
  expect(await rows()).toEqual([])
})

test('the browser is killed right after "saved on this phone": the entry is there at the next start, and goes out once', async ({
  baseURL,
  launchOptions,
  network,
  person,
  rows,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'forum-profile-'))
  const open = () => chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: baseURL ?? '' })
  try {
    const first = await open()
    const page = first.pages()[0] ?? (await first.newPage())
    await keepTravel(page, { person, network }, 'killed')
    await killBrowser(profile)
    await first.close().catch(() => undefined)
    network.mend()
    const second = await open()
    const next = second.pages()[0] ?? (await second.newPage())
    await signInAs(next, person)
    await next.goto('/user/outbox')
    await expect(sent(next)).toBeVisible()
    expect(await rows()).toHaveLength(1)
    await second.close()
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})

/** Ends the browser process at once, as a dead battery does: nothing more is written. Its lock on the profile names it. */
async function killBrowser(profile: string): Promise<void> {
  const pid = Number((await readlink(join(profile, 'SingletonLock'))).split('-').at(-1))
  process.kill(pid, 'SIGKILL')
}
