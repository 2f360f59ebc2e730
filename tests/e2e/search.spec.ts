import { expect, test } from '../support/e2e.ts'
import { startFaultServer, type FaultServer } from '../support/fault-server.ts'

const wire = test.extend<object, { front: FaultServer }>({
  front: [
    async ({ forum }, use) => {
      const front = await startFaultServer(forum.url)
      await use(front)
      await front.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ front }, use) => {
    await use(front.url)
    front.mend()
  },
})

/** The searches that the forum was asked for, as `words module page`. */
function searches(front: FaultServer): string[] {
  return front
    .heard()
    .filter((call) => call.startsWith('GET /api/front/search?'))
    .map((call) => {
      const query = new URLSearchParams(call.split('?')[1])
      return ['q', 'module', 'page'].map((key) => query.get(key) ?? '-').join(' ')
    })
}

wire(
  'hits of a group are appended, cleared, and begin again with page 1 [212, 213]',
  async ({ page, front }) => {
    await page.goto('/search?q=能&group=meetings')
    const hits = page.locator('main li a[href^="/agenda/"]')
    await expect(hits).toHaveCount(20)
    await page.getByRole('button', { name: '加载更多' }).click()
    await expect.poll(() => hits.count()).toBeGreaterThan(30)
    expect(searches(front)).toEqual(['能 - -', '能 sessions 1', '能 sessions 2'])
    await page.getByRole('button', { name: '清空输入' }).click()
    await expect(hits).toHaveCount(0)
    await expect(page).not.toHaveURL(/q=/)
    await page.getByRole('searchbox').fill('能')
    await expect(hits).toHaveCount(20)
    await expect(page.getByText(/已显示 20\//)).toBeVisible()
    expect(
      searches(front)
        .slice(3)
        .filter((call) => call.includes('sessions')),
    ).toEqual(['能 sessions 1'])
  },
)

wire('the answer to words that others took the place of is dropped [214]', async ({ page, front }) => {
  await page.goto('/search')
  front.fail(/search\?q=%E5%82%A8&/, { kind: 'stall' })
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('q=%E5%82%A8&'))
  await page.getByRole('searchbox').fill('储')
  await expect.poll(() => searches(front)).toContain('储 - -')
  await page.getByRole('searchbox').fill('氢能')
  await aborted
  await expect(page.locator('main mark').first()).toHaveText('氢能')
  for (const marked of await page.locator('main mark').allTextContents()) expect(marked).toBe('氢能')
})

wire(
  'answers that come in another order than they were asked for do not mix [214]',
  async ({ page, front }) => {
    await page.goto('/search?q=储能')
    await expect(page.locator('main h3').first()).toBeVisible()
    front.fail(/search\?q=%E5%82%A8%E8%83%BD&module=sessions/, { kind: 'slow', ms: 600 })
    await page.getByRole('navigation', { name: '结果分类' }).getByRole('link', { name: /^议程/ }).click()
    await expect.poll(() => searches(front)).toContain('储能 sessions 1')
    await page.getByRole('searchbox').fill('氢')
    await expect(page.getByText(/已显示 \d+\/\d+/)).toBeVisible()
    await expect(page).toHaveURL(/q=%E6%B0%A2/)
    for (const text of await page.locator('main li').allTextContents()) expect(text).toContain('氢')
  },
)

test('everything that is published is found in groups, in either language, and leads on [38]', async ({
  page,
  conduct,
}) => {
  await page.goto('/search')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.getByRole('searchbox').fill('hydrogen')
  const groups = page.getByRole('navigation', { name: '结果分类' })
  await expect(groups.getByRole('link', { name: /^全部 \d+$/ })).toHaveAttribute('aria-current', 'page')
  await expect(groups.getByRole('link', { name: /^议程 \d+$/ })).toBeVisible()
  await expect(page.locator('main mark').first()).toHaveText(/hydrogen/i)
  await page.getByRole('searchbox').fill('苏州')
  for (const name of ['新闻', '商旅信息'])
    await expect(groups.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible()
  await groups.getByRole('link', { name: /^新闻/ }).click()
  await expect(page).toHaveURL(/group=informations/)
  await page.locator('main a[href^="/article/view/"]').first().click()
  await expect(page).toHaveURL(/\/article\/view\//)
  await page.goBack()
  await expect(page).toHaveURL(/group=informations/)
  await expect(page.getByRole('searchbox')).toHaveValue('苏州')
  await page.goBack()
  await expect(groups.getByRole('link', { name: /^全部/ })).toHaveAttribute('aria-current', 'page')
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('hits lead to where their module is shown [38]', async ({ page }) => {
  const first = (path: string) => page.locator(`main li a[href^="${path}"]`).first()
  await page.goto('/search?q=构网型&group=materials')
  await expect(first('http')).toHaveAttribute('href', /\/api\/front\/download\/file\/D012$/)
  await page.goto('/search?q=教授&group=speakers')
  await first('/agenda?q=').click()
  await expect(page).toHaveURL(/\/agenda\?/)
  await expect(page.getByText(/找到 \d+ 场/)).toBeVisible()
  await page.goto('/search?q=充电桩&group=qa')
  await expect(first('/article/view/Q')).toBeVisible()
  await page.goto('/search?q=xny&group=meetings')
  await expect(first('/agenda/')).toBeVisible()
})

test('words that found something are remembered on this device, and forgotten when asked [38]', async ({
  page,
}) => {
  await page.goto('/search?q=氢能')
  await page.locator('main li a').first().click()
  await page.goto('/search')
  const recent = page.getByRole('region', { name: '最近搜索' })
  await recent.getByRole('button', { name: '氢能' }).click()
  await expect(page).toHaveURL(/q=%E6%B0%A2%E8%83%BD/)
  await page.goto('/search')
  await recent.getByRole('button', { name: '清除记录' }).click()
  await expect(recent).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: '您可能想找' })).toBeVisible()
  await expect(recent).toHaveCount(0)
})

wire('words that are too long are refused in words, and nothing is asked [38]', async ({ page, front }) => {
  await page.goto('/search')
  await page.getByRole('searchbox').fill('能'.repeat(10_000))
  await expect(page.getByRole('alert')).toHaveText('搜索内容请不要超过 200 个字符。')
  await page.getByRole('searchbox').fill('zebra <b>&"\u202E👩‍👩‍👧')
  await expect(page.getByRole('heading', { name: /没有找到“zebra/ })).toBeVisible()
  expect(searches(front)).toHaveLength(1)
  await page.getByRole('region', { name: '您可能想找' }).getByRole('button').first().click()
  await expect(page.locator('main h3').first()).toBeVisible()
})

/** Puts a group of another forum's into the answer. */
function trials(total: number): (text: string) => string {
  return (text) => {
    const answer = JSON.parse(text) as { data: { groups: object[] } }
    const label = { 'zh-CN': '临床试验', en: 'Clinical trials' }
    const title = { 'zh-CN': '储能试验', en: 'A trial' }
    const items = total > 0 ? [{ id: 't1', title, excerpt: { 'zh-CN': '', en: '' }, fields: {} }] : []
    answer.data.groups.push({
      name: 'clinicalTrials',
      module: 'clinical_trials',
      label,
      items,
      page: 1,
      size: 4,
      total,
    })
    return JSON.stringify(answer)
  }
}

wire(
  'a group that the app has no word for is shown as the server calls it, and not when it is empty [312, T26]',
  async ({ page, front }) => {
    front.fail(/front\/search\?q/, { kind: 'changed', change: trials(0) })
    await page.goto('/search?q=储能')
    const groups = page.getByRole('navigation', { name: '结果分类' })
    await expect(groups.getByRole('link', { name: /^议程/ })).toBeVisible()
    await expect(groups.getByRole('link', { name: /临床试验/ })).toHaveCount(0)
    front.fail(/front\/search\?q/, { kind: 'changed', change: trials(1) })
    await page.reload()
    await expect(groups.getByRole('link', { name: '临床试验 1' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '储能试验' })).toBeVisible()
  },
)
