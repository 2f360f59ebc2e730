import { articleCategory } from '../../contract/modules/article-category.ts'
import { informations } from '../../contract/modules/informations.ts'
import type { RichTextNode } from '../../contract/rich-text.ts'
import { openDatabase } from '../../server/db/client.ts'
import { expect, test as base } from '../support/e2e.ts'
import { startForum, type ForumProcess } from '../support/forum-process.ts'
import { putDocument } from '../support/put-content.ts'
import { putRows } from '../support/put-rows.ts'

/** A forum of this file's own, whose content is not the sample's alone. */
const test = base.extend<object, { forum: ForumProcess }>({
  forum: [
    async ({}, use) => {
      const forum = await startForum()
      await fill(forum)
      await use(forum)
      await forum.stop()
    },
    { scope: 'worker' },
  ],
})

const trap = `<img src=x onerror="globalThis.trapped=1"><script>globalThis.trapped=1</script>&lt;b&gt;`
const publishedAt = '2023-10-01T01:00:00Z'
const both = (text: string) => ({ 'zh-CN': text, en: text })
const words = (text: string, more: object = {}): RichTextNode => ({ type: 'text', text, ...more })
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content })
const link = (href: string, text: string) => words(text, { marks: [{ type: 'link', attrs: { href } }] })
const doc = (...content: unknown[]) => ({ type: 'doc', content })

/** What no editor writes, but an import may bring. */
const broken = [
  null,
  'text',
  { type: 'script', content: [words('globalThis.trapped=1')] },
  { type: 'heading' },
  { type: 'image', attrs: { src: 'javascript:globalThis.trapped=1', alt: '', width: 1, height: 1 } },
  { type: 'image' },
  { type: 'paragraph', content: 'text' },
  { type: 'text', text: 7 },
  { type: 'text', text: 'marked', marks: 'bold' },
]

const body = doc(
  { type: 'heading', attrs: { level: 2 }, content: [words('Parts')] },
  paragraph(words(trap)),
  paragraph(link('/article/view/00018', 'inside'), words(' '), link('https://forum.example/x', 'outside')),
  paragraph(link('javascript:globalThis.trapped=1', 'nowhere'), words(' '), link('//evil.example', 'nobody')),
  { type: 'codeBlock', content: [words(`const long = '${'x'.repeat(300)}'`)] },
  paragraph(words('w'.repeat(400))),
  {
    type: 'image',
    attrs: { src: '/icons/icon-192.png', alt: 'The mark', width: 192, height: 192, caption: 'Our mark' },
  },
  ...broken,
)

async function fill(forum: ForumProcess): Promise<void> {
  const common = { published_at: publishedAt, status: 'published' }
  await putRows(forum, articleCategory, [{ id: 'c-trap', position: 9, name: both(trap) }])
  await putRows(forum, informations, [
    {
      id: 'n-trap',
      no: 'TRAP',
      title: both(trap),
      summary: both(trap),
      category: 'c-trap',
      body: { 'zh-CN': body, en: body },
      ...common,
    },
    {
      id: 'n-en',
      no: 'EN-1',
      title: { 'zh-CN': '', en: 'In one language' },
      summary: { 'zh-CN': '', en: 'Only so' },
      body: { 'zh-CN': null, en: doc(paragraph(words('English text'))) },
      ...common,
    },
    { id: 'n-bare', no: 'BARE', title: both('Nothing but a title'), ...common },
  ])
  await loseFile(forum)
}

/** A document whose file is gone, as after a backup was brought back without its files. */
async function loseFile(forum: ForumProcess): Promise<void> {
  const { no } = await putDocument(forum, 'LOST', {
    name: 'lost.pdf',
    mediaType: 'application/pdf',
    bytes: new Uint8Array([1]),
  })
  const db = await openDatabase({ dataDir: forum.dataDir })
  await db.kysely.deleteFrom('file_references').where('no', '=', no).execute()
  await db.kysely.deleteFrom('files').where('no', '=', no).execute()
  await db.close()
}

test('HTML in every field of an article is text, and what is no rich text is left out [34]', async ({
  page,
  conduct,
}) => {
  for (const path of ['/news', '/article/category/c-trap', '/article/view/TRAP']) {
    await page.goto(path)
    await expect(page.getByText(trap).first()).toBeVisible()
  }
  const article = page.getByRole('article')
  await expect(article.getByRole('heading', { level: 1 })).toHaveText(trap)
  await expect(article.getByRole('link', { name: trap })).toHaveAttribute('href', '/article/category/c-trap')
  await expect(article.getByRole('heading', { level: 2, name: 'Parts' })).toBeVisible()
  await expect(article.getByRole('figure')).toHaveText('Our mark')
  await expect(article.getByText('marked')).toBeVisible()
  await expect(
    article.locator('script, [onerror], [style], a[href^="javascript"], a[href^="//"]'),
  ).toHaveCount(0)
  expect(await page.evaluate(() => 'trapped' in globalThis)).toBe(false)
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('long words and lines of code keep an article as wide as its screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/article/view/TRAP')
  await expect(page.getByRole('figure')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('links of a text open inside the app, and beside it for other sites', async ({ page }) => {
  await page.goto('/article/view/TRAP')
  await expect(page.getByRole('link', { name: 'outside 外部网站' })).toHaveAttribute('target', '_blank')
  await page.evaluate(() => ((globalThis as { stayed?: boolean }).stayed = true))
  await page.getByRole('link', { name: 'inside' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '参会报名通道正式开放' })).toBeVisible()
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true)
})

test('what is there in one language only is marked, in lists and on its page [289]', async ({ page }) => {
  await page.goto('/news')
  const card = page.getByRole('link', { name: /In one language/ })
  await expect(card).toContainText('英文')
  await expect(card.getByText('In one language')).toHaveAttribute('lang', 'en')
  await card.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en')
  await expect(page.getByText('暂无中文')).toBeVisible()
  await expect(page.locator('[lang="en"]', { hasText: 'English text' }).last()).toBeVisible()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByText('Not available in English yet')).toHaveCount(0)
})

test('an article of a title alone and a document without its file say so', async ({ page, conduct }) => {
  await page.goto('/article/view/BARE')
  await expect(page.getByText('这篇文章没有正文')).toBeVisible()
  await page.goto('/article/view/LOST')
  await expect(page.getByText('这份资料的文件已撤下或暂不可用')).toBeVisible()
  expect(conduct.errors).toEqual([])
})

test('on paper an article has title, date, forum and address, and nothing to touch [34]', async ({
  page,
}) => {
  await page.goto('/article/view/20230801')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/http:\/\/127\.0\.0\.1:\d+\/article\/view\/20230801/)).toBeVisible()
  await expect(page.getByRole('article').getByText('国际能源转型论坛').first()).toBeVisible()
  await expect(page.getByText('2023年8月1日')).toBeVisible()
  for (const gone of [page.getByRole('navigation'), page.getByRole('button')])
    await expect(gone.filter({ visible: true })).toHaveCount(0)
})
