import { describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ArticleData } from '../../contract/articles.ts'
import type { RichTextNode } from '../../contract/rich-text.ts'
import type { NewsDetail } from '../../src/features/articles/news/queries.ts'
import { listCalls, setNetwork, type Replies, type Reply } from './support/network.ts'
import { getSample, listOf } from './support/pages.ts'
import { print } from './support/paper.ts'
import { button, heading, link, listAddresses, main, region } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const neighbours = () => page.getByRole('navigation', { name: text('news:neighbours') })
const previous = () => neighbours().getByRole('link', { name: text('news:previous'), exact: false })
const next = () => neighbours().getByRole('link', { name: text('news:next'), exact: false })
const article = () => page.getByRole('article')
const cards = () =>
  main()
    .getByRole('link')
    .filter({ has: page.getByRole('heading') })

describe('a list of news', () => {
  test('is in the order of its dates, newest first, and leads on [6, 218]', async () => {
    const { address } = await openScreen('/news')
    await expect.element(cards().first()).toBeVisible()
    const dates = [...document.querySelectorAll('main time')].map((time) => time.getAttribute('datetime'))
    expect(dates.length).toBeGreaterThan(5)
    expect(dates).toEqual(dates.toSorted((one, other) => String(other).localeCompare(String(one))))
    await cards().first().click()
    await expect.poll(address).toMatch(/^\/article\/view\/\d+$/)
  })

  test('says when more could not be loaded, and tries again', async () => {
    const [first] = (await getSample<{ items: NewsDetail[] }>('/front/query/informations/all')).items
    const more: Replies = {
      '/front/query/informations/all': ({ path }) =>
        path.includes('page=1') ? listOf([first ?? {}], 2) : { status: 503, key: 'server.busy' },
    }
    await openScreen('/news', { network: more })
    await button(text('common:loadMore')).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(text('news:moreFailed'))
    await expect.element(cards()).toHaveLength(1)
    setNetwork({ '/front/query/informations/all': listOf([{ ...first, id: 'other', no: 'OTHER' }], 2) })
    await button(text('common:loadMore')).click()
    await expect.element(cards()).toHaveLength(2)
  })
})

describe('a category', () => {
  test('is reached from the news, has its documents and questions, and its chip in view [32]', async () => {
    const { address } = await openScreen('/news')
    const chip = page
      .getByRole('navigation', { name: text('news:categories') })
      .getByRole('link', { name: '参会指南' })
    await chip.click()
    await expect.poll(address).toBe('/article/category/c-guides')
    await expect.element(heading('参会指南', 1)).toBeVisible()
    await expect
      .element(region(text('news:sections.documents')).getByRole('link', { name: '参会手册' }))
      .toBeVisible()
    await expect
      .element(region(text('news:sections.qa')).getByRole('link', { name: '如何报名参会？' }))
      .toBeVisible()
    await expect.element(region(text('news:sections.informations'))).not.toBeInTheDocument()
    await expect.element(chip).toHaveAttribute('aria-current', 'page')
    await expect.element(chip).toBeInViewport({ ratio: 1 })
  })
})

// Which numbers the server is not asked for is tested beside article-queries.ts.
test.each([
  ['category/nothing', 'noCategory'],
  ['category/%3Cb%3E', 'noCategory'],
  ['view/18', 'missing'],
  ['view/7%20', 'missing'],
  ['view/%3Cscript%3E', 'missing'],
  [`view/${'x'.repeat(1000)}`, 'missing'],
])('the address %s, that nothing has, says so and leads to the news [32, 34]', async (path, name) => {
  await openScreen(`/article/${path}`)
  await expect.element(heading(text(`news:${name}.title`), 1)).toBeVisible()
  await link(text('news:allNews')).click()
  await expect.element(heading(text('news:title'), 1)).toBeVisible()
})

describe('an article', () => {
  test('that is a question asks one call, has its answer, when it was asked, and others like it [34]', async () => {
    const { address, settle } = await openScreen('/article/view/Q001')
    await expect.element(heading('如何报名参会？', 1)).toBeVisible()
    await settle()
    const own = listCalls().filter(
      ({ path }) => /^\/front\/query\/\w+\/(?!all)/.test(path) || path.endsWith('Q001'),
    )
    expect(own.map(({ path }) => path)).toEqual(['/front/article/Q001'])
    await expect.element(article()).toMatchTextContent('用手机号获取验证码')
    await expect.element(article()).toMatchTextContent(/\d{4}年\d+月\d+日提问/)
    const related = region(text('news:related'))
    await expect.element(related.getByRole('link', { name: '如何报名参会？' })).not.toBeInTheDocument()
    await related.getByRole('link', { name: '审核需要多久？' }).click()
    await expect.element(heading('审核需要多久？', 1)).toBeVisible()
    expect(address()).toBe('/article/view/Q002')
  })

  test('leads to the one below and above it in the list, from the newest to the oldest [34]', async () => {
    const { address, go } = await openScreen('/news')
    await expect.element(cards().first()).toBeVisible()
    const listed = listAddresses(cards())
    await cards().first().click()
    await expect.element(next()).toHaveAttribute('href', listed[1])
    expect(previous().elements()).toEqual([])
    await next().click()
    await expect.element(previous()).toHaveAttribute('href', listed[0])
    expect(address()).toBe(listed[1])
    await go(listed.at(-1) ?? '')
    await expect.element(previous()).toHaveAttribute('href', listed.at(-2))
    expect(next().elements()).toEqual([])
  })

  test('shows what the list knows of it while its text is on its way', async () => {
    const { go } = await openScreen('/news', { network: { '/front/article/*': 'pending' } })
    await expect.element(cards().first()).toBeVisible()
    await go('/article/view/00018')
    await expect.element(heading('参会报名通道正式开放', 1)).toBeVisible()
    await expect.element(page.getByRole('status', { name: text('common:loading') })).toBeVisible()
  })

  test('on paper has title, date, forum and address, and nothing to touch [34]', async () => {
    const path = '/article/view/20230801'
    // The address on paper is the browser's, which a test in memory does not move.
    const { href } = location
    history.replaceState(null, '', path)
    onTestFinished(() => history.replaceState(null, '', href))
    await openScreen(path)
    await expect.element(article()).toBeVisible()
    await print()
    for (const words of [location.origin + path, '国际能源转型论坛', '2023年8月1日'])
      await expect.element(article().getByText(words, { exact: true })).toBeVisible()
    for (const role of ['navigation', 'button'])
      for (const element of page.getByRole(role).elements()) expect(element).not.toBeVisible()
  })
})

const trap = `<img src=x onerror="globalThis.trapped=1"><script>globalThis.trapped=1</script>&lt;b&gt;`
const both = <Content,>(content: Content) => ({ 'zh-CN': content, en: content })
const words = (content: string, more: object = {}): RichTextNode => ({ type: 'text', text: content, ...more })
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content })
const anchor = (href: string, name: string) => words(name, { marks: [{ type: 'link', attrs: { href } }] })
const doc = (...content: unknown[]) => ({ type: 'doc', content })

/** What no editor writes, but an import may bring. */
const broken = [
  null,
  { type: 'script', content: [words('globalThis.trapped=1')] },
  { type: 'image', attrs: { src: 'javascript:globalThis.trapped=1', alt: '', width: 1, height: 1 } },
  { type: 'image' },
  { type: 'paragraph', content: 'text' },
  { type: 'text', text: 'marked', marks: 'bold' },
]

const trapBody = doc(
  { type: 'heading', attrs: { level: 2 }, content: [words('Parts')] },
  paragraph(words(trap)),
  paragraph(
    anchor('/article/view/00018', 'inside'),
    words(' '),
    anchor('https://forum.example/x', 'outside'),
  ),
  paragraph(
    anchor('javascript:globalThis.trapped=1', 'nowhere'),
    words(' '),
    anchor('//evil.example', 'nobody'),
  ),
  { type: 'codeBlock', content: [words(`const long = '${'x'.repeat(300)}'`)] },
  paragraph(words('w'.repeat(400))),
  {
    type: 'image',
    attrs: { src: '/icons/icon-192.png', alt: 'The mark', width: 192, height: 192, caption: 'Our mark' },
  },
  ...broken,
)

/** Replies with a piece of news of the sample that differs in some fields. */
async function createReplies(fields: Partial<Record<keyof NewsDetail, unknown>>): Promise<Replies> {
  const sample = await getSample<ArticleData<NewsDetail>>('/front/article/20230801')
  const row = { ...sample.row, id: 'n-1', no: 'N1', cover: null, ...fields }
  return {
    '/front/article/N1': { data: { ...sample, row } },
    '/front/query/informations/all': listOf([row]),
  }
}

describe('content of an article', () => {
  test('that is a title alone, or a document, says so; one whose file is gone, too', async () => {
    await openScreen('/article/view/N1', { network: await createReplies({ summary: both(''), body: null }) })
    await expect.element(page.getByText(text('news:noText'))).toBeVisible()
    await openScreen('/article/view/D001')
    await expect.element(button(text('downloads:download'))).toBeEnabled()
    const sample = await getSample<ArticleData<object>>('/front/article/D001')
    const gone: Reply = { data: { ...sample, row: { ...sample.row, file: null } } }
    await openScreen('/article/view/D001', { network: { '/front/article/D001': gone } })
    await expect.element(page.getByText(text('downloads:gone'))).toBeVisible()
  })

  test('that is HTML is text, what is no rich text is left out; it keeps as wide as its screen; links lead on [34]', async () => {
    const fields = { title: both(trap), summary: both(trap), body: both(trapBody) }
    const network = await createReplies(fields)
    const { go, address } = await openScreen('/article/view/N1', { network, width: 360, height: 740 })
    await expect.element(heading(trap, 1)).toBeVisible()
    await expect.element(heading('Parts', 2)).toBeVisible()
    await expect.element(article().getByRole('figure')).toHaveTextContent('Our mark')
    await expect.element(article()).toMatchTextContent('marked')
    expect(document.documentElement.scrollWidth).toBe(360)
    const planted = 'script, [onerror], [style], a[href^="javascript"], a[href^="//"]'
    expect(article().element().querySelector(planted)).toBeNull()
    const outside = article().getByRole('link', { name: `outside ${text('common:otherSite')}` })
    await expect.element(outside).toHaveAttribute('target', '_blank')
    await article().getByRole('link', { name: 'inside' }).click()
    await expect.element(heading('参会报名通道正式开放', 1)).toBeVisible()
    expect(address()).toBe('/article/view/00018')
    await go('/news')
    await expect.element(heading(trap, 2)).toBeVisible()
    expect('trapped' in globalThis).toBe(false)
  })

  test('that is there in one language only is marked, in lists and on its page [289]', async () => {
    const network = await createReplies({
      title: { 'zh-CN': '', en: 'In one language' },
      summary: { 'zh-CN': '', en: 'Only so' },
      body: { 'zh-CN': null, en: doc(paragraph(words('English text'))) },
    })
    const { go } = await openScreen('/news', { network })
    await expect.element(cards().first()).toMatchTextContent(text('common:contentIn.en'))
    await expect.element(cards().first().getByText('In one language')).toHaveAttribute('lang', 'en')
    await go('/article/view/N1')
    await expect.element(heading('In one language', 1)).toHaveAttribute('lang', 'en')
    await expect.element(page.getByText(text('common:inOtherLanguage'))).toBeVisible()
    const body = page.getByText('English text')
    await expect.element(body).toBeVisible()
    expect(body.element().closest('[lang]')).toHaveAttribute('lang', 'en')
    await button('English').click()
    await expect.element(page.getByText(text('common:inOtherLanguage'))).not.toBeInTheDocument()
  })
})
