import { readFile } from 'node:fs/promises'
import { menu } from '../../src/app/layout/menu.ts'
import { expect, test } from '../support/e2e.ts'
import { signInAsOrganiser } from '../support/sign-in.ts'
import { untilDrawn } from '../support/until-drawn.ts'

interface Chunk {
  file: string
  src?: string
}

/** The chunk of each route, from the build's own list. */
async function chunksOf(): Promise<Map<string, string>> {
  const manifest = JSON.parse(await readFile('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>
  const routes = Object.entries(manifest).filter(([name]) => name.startsWith('src/routes/'))
  return new Map(routes.map(([name, { file }]) => [name, `/${file}`]))
}

test('every page comes in a chunk of its own, and what only the console needs stays away [24, 27]', async ({
  page,
}) => {
  const chunks = await chunksOf()
  const files = [...chunks.values()]
  expect(new Set(files).size).toBe(files.length)
  const consoleFiles = [...chunks].filter(([name]) => name.includes('console')).map(([, file]) => file)
  expect(consoleFiles).not.toEqual([])
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  for (const path of [...menu.map(({ to }) => to), '/qa', '/search', '/user/login', '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(consoleFiles.filter((file) => asked.has(file))).toEqual([])
  await signInAsOrganiser(page)
  await page.goto('/console')
  await expect(page.getByRole('heading', { level: 1, name: '今日待办' })).toBeVisible()
  expect(consoleFiles.some((file) => asked.has(file))).toBe(true)
})

test('a page without its chunk says so and comes at the next try', async ({ page }) => {
  const chunks = await chunksOf()
  const news = [...chunks].find(([name]) => name.includes('_main/news.tsx?'))?.[1] ?? ''
  expect(news).not.toBe('')
  await page.goto('/')
  await page.route(`**${news}`, (route) => route.abort())
  await page.getByRole('link', { name: '新闻', exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '这一页还没有保存到本机' })).toBeVisible()
  await page.unroute(`**${news}`)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '新闻' })).toBeVisible()
})

test('a page without the texts of taking part says so, and comes with them at the next try', async ({
  page,
}) => {
  await page.goto('/')
  await untilDrawn(page)
  await page.route('**/assets/zh-CN-joining-*.js', (route) => route.abort())
  await page.goto('/user/login')
  await expect(page.getByRole('heading', { level: 1, name: '这一页还没有保存到本机' })).toBeVisible()
  await page.unroute('**/assets/zh-CN-joining-*.js')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
})

for (const [path, title] of [
  ['/agenda/storage-panel', '圆桌对话：储能安全标准应由谁来买单'],
  ['/article/view/00018', '参会报名通道正式开放'],
  ['/article/category/c-notice', '通知公告'],
  ['/suzhou', '商旅信息'],
  ['/download', '资料下载'],
  ['/live', '直播'],
  ['/show', '同期展览'],
  ['/qa', '问答'],
  ['/search', '搜索'],
]) {
  test(`${path} opens directly [25, 26]`, async ({ page, conduct }) => {
    await page.goto(path ?? '')
    await expect(page.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible()
    expect(conduct).toEqual({ errors: [], foreignRequests: [] })
  })
}

test('an address that leads nowhere says so and leads home [55]', async ({ page, conduct }) => {
  await page.goto('/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1, name: '没有找到这个页面' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '回到首页' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '国际能源转型论坛' })).toBeVisible()
  expect(conduct.foreignRequests).toEqual([])
})

test('files and calls that do not exist are refused, not answered with the app [56, T11]', async ({
  request,
}) => {
  for (const path of ['/assets/none.js', '/none.png', '/api/none', '/api/front/none']) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBeGreaterThanOrEqual(400)
    expect(answer.headers()['content-type'], path).toContain('application/json')
  }
})
