import { expect, test } from '../support/e2e.ts'
import { startFaultServer, type FaultServer } from '../support/fault-server.ts'
import { untilDrawn } from '../support/until-drawn.ts'

/** A category of thirty questions: its first page is asked for over the network, the list of all comes with the page. */
const guides = '/qa?category=c-guides'

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

/** The pages of questions that the forum was asked for. */
function pagesAsked(front: FaultServer): (string | null)[] {
  return front
    .heard()
    .filter((call) => call.startsWith('GET /api/front/query/qa/all?'))
    .map((call) => new URLSearchParams(call.split('?')[1]).get('page'))
}

wire(
  'questions are appended page after page, cleared, and begin again with page 1 [207, 208, 210]',
  async ({ page, front }) => {
    await page.goto(guides)
    const questions = page.locator('main details')
    await expect(questions).toHaveCount(20)
    await expect(page.getByText('已显示 20/30')).toBeVisible()
    expect(pagesAsked(front)).toEqual(['1'])
    await page.getByRole('button', { name: '加载更多' }).click()
    await expect(questions).toHaveCount(30)
    await expect(page.getByText('已显示 30/30')).toBeVisible()
    await expect(page.getByRole('button', { name: '加载更多' })).toHaveCount(0)
    expect(pagesAsked(front)).toEqual(['1', '2'])
    await page.getByRole('button', { name: '清空列表' }).click()
    await expect(page.getByRole('heading', { name: '列表已清空' })).toBeVisible()
    await expect(questions).toHaveCount(0)
    expect(pagesAsked(front)).toEqual(['1', '2'])
    await page.getByRole('button', { name: '加载问答' }).click()
    await expect(questions).toHaveCount(20)
    expect(pagesAsked(front)).toEqual(['1', '2', '1'])
  },
)

wire('a page that was on its way when the list was cleared is dropped [T19]', async ({ page, front }) => {
  await page.goto(guides)
  const questions = page.locator('main details')
  await expect(questions).toHaveCount(20)
  front.fail(/qa\/all.*page=2/, { kind: 'stall' })
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('page=2'))
  await page.getByRole('button', { name: '加载更多' }).click()
  await expect.poll(() => pagesAsked(front)).toEqual(['1', '2'])
  await page.getByRole('button', { name: '清空列表' }).click()
  await aborted
  await page.getByRole('button', { name: '加载问答' }).click()
  await expect(questions).toHaveCount(20)
  await expect(page.getByText('已显示 20/30')).toBeVisible()
})

wire(
  'a page that does not come leaves what is there, and is asked for again [207]',
  async ({ page, front }) => {
    await page.goto(guides)
    await expect(page.locator('main details')).toHaveCount(20)
    front.fail(/qa\/all.*page=2/, { kind: 'busy', retryAfterSeconds: 1 })
    await page.getByRole('button', { name: '加载更多' }).click()
    await expect(page.getByText('未能加载更多，已有内容保留。')).toBeVisible()
    await expect(page.locator('main details')).toHaveCount(20)
    front.mend()
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.locator('main details')).toHaveCount(30)
    expect(pagesAsked(front)).toEqual(['2'])
  },
)

test('a question opens to its answer by keyboard, has an address, and a page of its own [206]', async ({
  page,
  conduct,
}) => {
  await page.goto('/qa')
  await untilDrawn(page)
  const summary = page.locator('#Q003 summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#Q003')).toContainText('近六个月内拍摄')
  await expect(page).toHaveURL(/open=Q003/)
  await page.keyboard.press('Space')
  await expect(page.locator('#Q003')).not.toHaveAttribute('open')
  await expect(page).not.toHaveURL(/open=/)
  await summary.click()
  await page.getByRole('link', { name: '在单独页面打开' }).click()
  await expect(page).toHaveURL(/\/article\/view\/Q003$/)
  await expect(page.getByRole('heading', { level: 1, name: '证件照有什么要求？' })).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('a link to a question that stands on a later page shows it, open and in sight [206]', async ({
  page,
}) => {
  await page.goto('/qa?open=Q032')
  const question = page.locator('#Q032')
  await expect(question).toHaveAttribute('open')
  await expect(question.getByText('三十天后删除')).toBeInViewport()
  await page.getByRole('button', { name: '加载更多' }).click()
  await expect(page.locator('main details')).toHaveCount(32)
  await page.goto('/qa?open=nonsense')
  await expect(page.locator('#Q001')).toBeVisible()
  await expect(page.locator('main details[open]')).toHaveCount(0)
})

test('questions are searched by words of their answers, and an empty answer leads back [206]', async ({
  page,
}) => {
  await page.goto('/qa')
  await page.getByRole('searchbox').fill('充电桩')
  await expect(page.locator('main details')).toHaveCount(1)
  await expect(page.locator('main mark')).toHaveText('充电桩')
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('searchbox').fill('zebra')
  await expect(page.getByRole('heading', { name: '没有符合的问题' })).toBeVisible()
  await page.getByRole('button', { name: '查看全部问答' }).click()
  await expect(page.locator('main details')).toHaveCount(20)
  await page.getByRole('searchbox').fill('能'.repeat(10_000))
  await expect(page.getByRole('alert')).toContainText('200')
})
