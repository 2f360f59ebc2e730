import type { Page } from '@playwright/test'
import { putDocument } from '../support/put-content.ts'
import { waveFile } from '../support/wave-file.ts'
import { test } from './own-forum.ts'
import { expect, goOffline, visit } from './phone.ts'

const onPhone = (page: Page) => page.getByRole('region', { name: /已存到本机/ })

const cardOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })

const edition = (text: string) => ({
  name: '座位图.pdf',
  mediaType: 'application/pdf',
  bytes: Buffer.from(`%PDF-1.4 ${text}`),
})

async function keepDocument(page: Page, name: string): Promise<void> {
  await cardOf(page, name).getByRole('button', { name: '存到本机' }).first().click()
  await expect(onPhone(page)).toContainText(name, { timeout: 20_000 })
}

test('a kept recording is wound without network: parts are answered out of the whole [T47]', async ({
  page,
  context,
  ownForum,
}) => {
  const seconds = 120
  const bytes = waveFile(seconds)
  await putDocument(ownForum, 'recording', { name: '开幕式录音.wav', mediaType: 'audio/wav', bytes })
  await visit(page, '/download')
  await keepDocument(page, '开幕式录音.wav')
  await goOffline(page)
  const parts: number[] = []
  context.on('response', (response) => {
    if (response.url().includes('/front/download/file/')) parts.push(response.status())
  })
  const opened = context.waitForEvent('page')
  await onPhone(page).getByRole('button').first().click()
  const tab = await opened
  await expect
    .poll(() => tab.evaluate(() => document.querySelector('video')?.duration))
    .toBeCloseTo(seconds, 0)
  const wound = await tab.evaluate(async () => {
    const player = document.querySelector('video') as HTMLVideoElement
    const done = new Promise((resolve) => player.addEventListener('seeked', resolve, { once: true }))
    player.currentTime = 100
    await done
    return { at: player.currentTime, isBroken: player.error !== null }
  })
  expect(wound).toEqual({ at: expect.closeTo(100, 1), isBroken: false })
  expect(parts).toContain(206)
  const range = { headers: { range: `bytes=${bytes.length - 8}-` } }
  const part = await page.evaluate(
    async ([address, options]) => {
      const answer = await fetch(address, options)
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        bytes: [...new Uint8Array(await answer.arrayBuffer())],
      }
    },
    [tab.url(), range] as const,
  )
  expect(part).toEqual({
    status: 206,
    range: `bytes ${bytes.length - 8}-${bytes.length - 1}/${bytes.length}`,
    bytes: [...bytes.subarray(-8)],
  })
})

test('a newer version of a kept document is offered, and takes the place of the older one', async ({
  page,
  ownForum,
}) => {
  await putDocument(ownForum, 'plan', edition('first edition'))
  await visit(page, '/download')
  await keepDocument(page, '座位图.pdf')
  const newer = await putDocument(ownForum, 'plan', edition('the second edition'))
  // The list of documents counts as fresh for five minutes.
  await page.clock.setFixedTime(Date.now() + 6 * 60_000)
  await page.goto('/download')
  await expect(onPhone(page).getByText('有新版')).toBeVisible()
  const card = cardOf(page, '座位图.pdf').filter({ hasText: '本机上是旧版' })
  await card.getByRole('button', { name: '更新到新版' }).click()
  await expect(onPhone(page).getByText('有新版')).toHaveCount(0)
  await expect(onPhone(page).getByRole('listitem')).toHaveCount(1)
  await goOffline(page)
  const opened = page.context().waitForEvent('page')
  await onPhone(page).getByRole('button').first().click()
  const tab = await opened
  await expect.poll(() => tab.url()).toContain(newer.no)
  const text = await page.evaluate(async (address) => (await fetch(address)).text(), tab.url())
  expect(text).toContain('the second edition')
})

test('what one tab keeps or deletes the other one shows at once', async ({ page, context }) => {
  await visit(page, '/download')
  const second = await context.newPage()
  await visit(second, '/download')
  await expect(second.getByRole('button', { name: '存到本机' }).first()).toBeVisible()
  await page.getByRole('button', { name: '存到本机' }).first().click()
  await expect(onPhone(second).getByRole('listitem')).toHaveCount(1)
  await onPhone(second)
    .getByRole('button', { name: /从本机删除/ })
    .click()
  await second.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await expect(onPhone(page)).toHaveCount(0)
})

test('the browser is asked to keep the storage when the first file is kept [299]', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    const persist = navigator.storage.persist.bind(navigator.storage)
    Object.assign(globalThis, { asked: 0 })
    navigator.storage.persist = () => {
      ;(globalThis as unknown as { asked: number }).asked += 1
      return persist()
    }
  })
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: number }).asked)
  await visit(page, '/download')
  expect(await asked()).toBe(0)
  await page.getByRole('button', { name: '存到本机' }).first().click()
  await expect(onPhone(page).getByRole('listitem')).toHaveCount(1)
  expect(await asked()).toBe(1)
  await page.getByRole('button', { name: '存到本机' }).first().click()
  await expect(onPhone(page).getByRole('listitem')).toHaveCount(2)
  expect(await asked()).toBe(1)
})
