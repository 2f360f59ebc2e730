import { createHash } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { full } from '../support/marks.ts'
import { putDocument } from '../support/put-content.ts'
import { zh } from '../support/texts.ts'
import { waveFile } from '../support/wave-file.ts'
import { goOffline, minutesLater, soon, title, untilTimeHasPassed } from './support/pages.ts'
import { expect, test } from './support/phone.ts'
import { bannerOf, deployNext, lookForUpdate } from './support/updates.ts'

const file = /\/front\/download\/file\//

const keep = (page: Page) => page.getByRole('button', { name: zh('downloads:keep') })
const onPhone = (page: Page) => page.getByRole('region', { name: zh.pattern('downloads:onThisPhone') })
/** A hot document stands in two lists. */
const progress = (page: Page) => page.getByRole('progressbar', { name: zh('downloads:keeping') }).first()
const getProgress = async (page: Page) => Number(await progress(page).getAttribute('value'))
const broken = (page: Page) => page.getByText(zh('downloads:problem.network'))

const cardOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })

/** Keeps the first document on the phone. */
async function keepFirst(page: Page): Promise<void> {
  await page.goto('/download')
  await keep(page).first().click()
  await expect(onPhone(page).getByRole('listitem')).toHaveCount(1)
}

/** Opens the first kept file as a person does. @returns its address, from which the worker answered */
async function openKept(page: Page, context: BrowserContext): Promise<string> {
  // A browser without windows has no viewer for PDF: that it was answered is all that can be seen.
  const answered = context.waitForEvent('response', (response) => file.test(response.url()))
  await onPhone(page).getByRole('button').first().click()
  const answer = await answered
  expect([answer.fromServiceWorker(), answer.status(), answer.headers()['content-type']]).toEqual([
    true,
    200,
    'application/pdf',
  ])
  return answer.url()
}

/** Fetches a file, or a part of it, in a page. */
const fetchBytes = (page: Page, address: string, range?: string) =>
  page.evaluate(
    async ([url, part]) => {
      const answer = await fetch(url, part === undefined ? {} : { headers: { range: part } })
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        bytes: [...new Uint8Array(await answer.arrayBuffer())],
      }
    },
    [address, range] as const,
  )

const edition = (text: string) => ({
  name: '座位图.pdf',
  mediaType: 'application/pdf',
  bytes: Buffer.from(`%PDF-1.4 ${text}`),
})

const sha256 = (bytes: Iterable<number>) => createHash('sha256').update(Uint8Array.from(bytes)).digest('hex')

test('a kept PDF opens without network, whole and in parts; other tabs show it, and delete it from all after a question [293]', async ({
  page,
  context,
  forum,
  conduct,
}) => {
  const second = await context.newPage()
  await second.goto('/download')
  await expect(keep(second).first()).toBeVisible()
  await keepFirst(page)
  await expect(onPhone(second).getByRole('listitem')).toHaveCount(1)

  await goOffline(page)
  await page.reload()
  await expect(page.getByText(zh('downloads:notOffline')).first()).toBeVisible()
  const address = await openKept(page, context)
  const original = await fetch(forum.url + new URL(address).pathname)
  const whole = await fetchBytes(page, address)
  expect(sha256(whole.bytes)).toBe(sha256(new Uint8Array(await original.arrayBuffer())))
  expect(await fetchBytes(page, address, 'bytes=0-4')).toMatchObject({
    status: 206,
    bytes: [...Buffer.from('%PDF-')],
  })

  const remove = onPhone(second).getByRole('button', { name: zh.pattern('downloads:remove') })
  const answer = (key: string) =>
    second
      .getByRole('dialog')
      .getByRole('button', { name: zh(`downloads:removeAsk.${key}`), exact: true })
      .click()
  await remove.click()
  await answer('no')
  await expect(second.getByRole('dialog')).toHaveCount(0)
  await remove.click()
  await answer('yes')
  await expect(onPhone(page)).toHaveCount(0)
  await page.reload()
  await expect(title(page)).toBeVisible()
  await expect(onPhone(page)).toHaveCount(0)
  expect(conduct.errors).toEqual([])
})

test('a kept recording is wound without network, and a newer version of a document takes the place of the older one [T47]', async ({
  page,
  context,
  ownForum,
}) => {
  const seconds = 120
  const bytes = waveFile(seconds)
  await putDocument(ownForum, 'plan', edition('first edition'))
  await putDocument(ownForum, 'recording', { name: '开幕式录音.wav', mediaType: 'audio/wav', bytes })
  await minutesLater(page, 6)
  await page.goto('/download')
  for (const name of ['座位图.pdf', '开幕式录音.wav']) {
    await cardOf(page, name)
      .getByRole('button', { name: zh('downloads:keep') })
      .first()
      .click()
    await expect(onPhone(page)).toContainText(name)
  }
  const newer = await putDocument(ownForum, 'plan', edition('the second edition'))
  await minutesLater(page, 12)
  await page.reload()
  await expect(onPhone(page).getByText(zh('downloads:older'))).toBeVisible()
  const older = cardOf(page, '座位图.pdf').filter({ hasText: zh('downloads:keptOlder') })
  await older.getByRole('button', { name: zh('downloads:renew') }).click()
  await expect(onPhone(page).getByText(zh('downloads:older'))).toHaveCount(0)
  await expect(onPhone(page).getByRole('listitem')).toHaveCount(2)

  await goOffline(page)
  const parts: number[] = []
  context.on('response', (response) => {
    if (file.test(response.url())) parts.push(response.status())
  })
  const kept = await fetchBytes(page, `/api/front/download/file/${newer.no}`)
  expect(Buffer.from(kept.bytes).toString()).toContain('the second edition')
  const opened = context.waitForEvent('page')
  await onPhone(page).getByRole('listitem').filter({ hasText: '录音' }).getByRole('button').first().click()
  const tab = await opened
  await expect
    .poll(() => tab.evaluate(() => document.querySelector('video')?.duration))
    .toBeCloseTo(seconds, 0)
  expect(await tab.evaluate(wind, 100)).toEqual({ at: expect.closeTo(100, 1), isBroken: false })
  expect(parts).toContain(206)
  expect(await fetchBytes(page, tab.url(), `bytes=${bytes.length - 8}-`)).toMatchObject({
    status: 206,
    range: `bytes ${bytes.length - 8}-${bytes.length - 1}/${bytes.length}`,
    bytes: [...bytes.subarray(-8)],
  })
})

/** Runs in the page. */
async function wind(toSeconds: number): Promise<{ at: number; isBroken: boolean }> {
  const player = document.querySelector('video') as HTMLVideoElement
  const done = new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }))
  player.currentTime = toSeconds
  await done
  return { at: player.currentTime, isBroken: player.error !== null }
}

test('a transfer that breaks off or brings nothing more says so, keeps nothing half, and goes on by itself where it ended', async ({
  page,
  context,
  network,
}) => {
  await page.clock.install()
  await page.goto('/download')
  const { promise: after, resolve: breakOff } = Promise.withResolvers<void>()
  network.fail(file, { kind: 'break-off', bytes: 20_000, after })
  await keep(page).first().click()
  await expect.poll(() => getProgress(page)).toBeGreaterThan(0)
  breakOff()
  await expect(broken(page).first()).toBeVisible()
  await expect(onPhone(page)).toHaveCount(0)
  network.fail(file, { kind: 'stall' })
  await untilTimeHasPassed(page, () => expect(progress(page)).toBeVisible(soon))
  await untilTimeHasPassed(page, () => expect(broken(page).first()).toBeVisible(soon))
  network.fail(file, { kind: 'none' })
  const rest = page.waitForResponse(file)
  await untilTimeHasPassed(page, () => expect(onPhone(page)).toBeVisible(soon))
  const answer = await rest
  expect(answer.status()).toBe(206)
  expect(await answer.headerValue('content-range')).toMatch(/^bytes [1-9]\d*-/)
  await expect(broken(page)).toHaveCount(0)
  await goOffline(page)
  await openKept(page, context)
})

test('a phone without room says so; what was kept before stays [299]', async ({ page, context, baseURL }) => {
  await keepFirst(page)
  const devtools = await context.newCDPSession(page)
  const origin = baseURL ?? ''
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin })
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 2000 })
  await keep(page).first().click()
  await expect(page.getByText(zh('downloads:problem.full')).first()).toBeVisible()
  await expect(onPhone(page).getByRole('listitem')).toHaveCount(1)
  await devtools.detach()
  await goOffline(page)
  await openKept(page, context)
})

test(
  'a file on its way shows its progress, during which no new version is offered',
  full('busy.test.ts proves what work holds back; here a file is work'),
  async ({ page, network }) => {
    await page.goto('/download')
    network.fail(file, { kind: 'trickle', bytesPerSecond: 3_000 })
    deployNext(network)
    await keep(page).first().click()
    await expect.poll(() => getProgress(page)).toBeGreaterThan(0)
    expect(await getProgress(page)).toBeLessThan(1)
    await lookForUpdate(page)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
      .toBe('installed')
    await expect(progress(page)).toBeVisible()
    await expect(bannerOf(page)).toHaveCount(0)
    network.fail(file, { kind: 'none' })
    await expect(onPhone(page)).toBeVisible({ timeout: 30_000 })
    await expect(bannerOf(page)).toBeVisible()
  },
)
