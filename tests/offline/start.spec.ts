import { expect, goOffline, stopWorkers, test, untilSaved, visit, visitAgenda } from './phone.ts'

test('after one visit a session opens without network, from its own address', async ({ page, conduct }) => {
  const { path, title } = await visitAgenda(page)
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect(page.getByText(/离线，数据截至 .*\d\d:\d\d/)).toBeVisible()
  await stopWorkers(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  expect(conduct.errors).toEqual([])
  expect(conduct.foreignRequests).toEqual([])
})

test('search and filters work without network, in both languages', async ({ page, conduct }) => {
  await visitAgenda(page)
  await goOffline(page)
  await page.goto('/agenda')
  await page.getByRole('button', { name: '搜索议程' }).click()
  await page.getByRole('searchbox').fill('储能')
  await expect(page.getByText(/找到 \d+ 场/)).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('searchbox').fill('storage')
  await expect(page.getByText(/\d+ sessions? found/)).toBeVisible()
  await page.getByRole('button', { name: 'Close search' }).click()
  await page.getByRole('button', { name: 'Sub-forum' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^Show \d+ session/ }).click()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expect(page.getByText(/Offline, as of/)).toBeVisible()
  expect(conduct.errors).toEqual([])
})

test('an article that was read once opens without network', async ({ page, context, conduct }) => {
  await visit(page, '/news')
  await page.locator('main a[href^="/article/view/"]').first().click()
  const text = page.locator('main article p').first()
  const words = await text.innerText()
  await expect
    .poll(async () => JSON.stringify(await context.storageState({ indexedDB: true })))
    .toContain('article/')
  await goOffline(page)
  await page.reload()
  await expect(text).toHaveText(words)
  await expect(page.getByText(/离线，数据截至 .*\d\d:\d\d/)).toBeVisible()
  expect(conduct.errors).toEqual([])
})

test('a failed refresh followed by a kill does not cost the agenda', async ({ page, context }) => {
  const { path, title } = await visitAgenda(page)
  await context.route('**/front/query/sessions/all**', (route) => route.abort())
  // Seven minutes later everything is stale: the agenda's call fails, and the others give something new to save.
  await page.clock.setFixedTime(Date.now() + 420_000)
  const rooms = page.waitForResponse(/\/front\/query\/rooms\/all/)
  await page.goto('/agenda')
  await rooms
  // Long enough for a save after the failure.
  await page.waitForTimeout(3500)
  await page.close()
  const next = await context.newPage()
  await goOffline(next)
  await next.goto(path)
  await expect(next.getByRole('heading', { level: 1 })).toContainText(title)
})

test('a network that stalls does not hold up the saved agenda', async ({ page, context }) => {
  const { path, title } = await visitAgenda(page)
  await context.route('**/api/**', () => undefined)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title, { timeout: 2000 })
})

test('a damaged entry costs only itself; a damaged snapshot costs no start', async ({ page, context }) => {
  const { path, title } = await visitAgenda(page)
  await page.goto('about:blank')
  await context.addInitScript(() => {
    if (sessionStorage.getItem('damaged')) return
    sessionStorage.setItem('damaged', 'yes')
    const key = Object.keys(localStorage).find((name) => /^rq:\d+:pub$/.test(name)) ?? ''
    const lines = (localStorage.getItem(key) ?? '').split('\n')
    const damaged = lines.map((line) => (line.includes('["rooms"]') ? line.slice(0, -20) : line))
    localStorage.setItem(key, damaged.join('\n'))
  })
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('rq:')) localStorage.setItem(key, '{"b')
  })
  await context.setOffline(false)
  await page.goto('/agenda')
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
})

test('a full storage is told once in words, and the app goes on', async ({ page, context, conduct }) => {
  await context.addInitScript(() => {
    for (let size = 2_000_000; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (let part = 0; ; part += 1) localStorage.setItem(`filler-${size}-${part}`, 'x'.repeat(size))
      } catch {
        continue
      }
    }
  })
  await page.goto('/agenda')
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  await expect(page.getByText('本机存储空间不足')).toHaveCount(1)
  expect(conduct.errors).toEqual([])
})

test('a phone whose clock is 25 hours ahead still asks for news and tells the server’s time', async ({
  page,
}) => {
  await page.clock.install({ time: new Date(Date.now() + 25 * 3_600_000) })
  const { path } = await visitAgenda(page)
  await page.clock.setSystemTime(new Date())
  const asked = page.waitForRequest(/\/front\/query\/sessions\/all/)
  await page.goto('/agenda?view=list')
  await asked
  await untilSaved(page, 'sessions')
  await goOffline(page)
  await page.goto(path)
  await expect(page.getByText(/离线，数据截至/)).toBeVisible()
})
