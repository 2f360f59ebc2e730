import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listCalls, type Replies } from './support/network.ts'
import { button, dialog, link, press, region } from './support/roles.ts'
import { catchFiles } from './support/saved-files.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const file = '/front/download/file/*'

const all = () => region(text('downloads:all'))
const titles = () => all().getByRole('heading', { level: 3 })
const titled = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
/** The card of a document in the list of all: hot ones stand in both. */
const card = (title: string) => titled(title).last()
const download = (title: string) => card(title).getByRole('button', { name: text('downloads:download') })
const category = (name: string) =>
  page.getByRole('group', { name: text('downloads:categories') }).getByRole('button', { name })

/** What the app asked of a person's history, as `deed id`. */
const listHistory = () =>
  listCalls().flatMap(({ path }) => {
    const [, deed, query] = /\/operateHistory\/has\/(\w+)\?(.*)/.exec(path) ?? []
    return deed ? [`${deed} ${new URLSearchParams(query).get('id')}`] : []
  })

test('a document tells kind, size, language, category and date, and that it is asked for [308]', async () => {
  await openScreen('/download')
  await expect
    .element(card('交通指南'))
    .toMatchTextContent(/PDF · \d+ kB · 中英双语 · 参会指南 · 2023年8月18日/)
  await expect.element(card('交通指南').getByText(text('downloads:isHot'))).toBeVisible()
  await expect.element(card('酒店指南').getByText(text('downloads:isHot'))).not.toBeInTheDocument()
})

test('the list is narrowed by category, kind and both, and its address with it [9, 218]', async () => {
  const { address } = await openScreen('/download')
  await expect.element(titles()).toHaveLength(12)
  // All of one language, none is offered.
  await expect
    .element(page.getByRole('combobox', { name: text('downloads:language') }))
    .not.toBeInTheDocument()
  await category('媒体服务').click()
  await expect.element(titles()).toHaveTextContent('媒体资料包')
  await expect.element(region(text('downloads:hot'))).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: text('downloads:type') }).selectOptions('PPTX')
  await expect.element(page.getByText(text('downloads:noneLikeThis'), { exact: false })).toBeVisible()
  expect(address()).toBe('/download?category=c-media&type=PPTX')
  await button(text('downloads:showAll')).click()
  await expect.element(titles()).toHaveLength(12)
  expect(address()).toBe('/download')
})

test('without an account, what is starred and downloaded is remembered by the device [221]', async () => {
  const files = catchFiles()
  const { go } = await openScreen('/download')
  await press(card('交通指南'), `${text('downloads:star')} 交通指南`)
  await download('交通指南').click()
  await expect.element(card('交通指南').getByText(text('downloads:downloaded'))).toBeVisible()
  expect(files.map(({ name }) => name)).toEqual(['交通指南.pdf'])
  await go('/news')
  await go('/download')
  await expect
    .element(card('交通指南').getByRole('button', { name: `${text('downloads:unstar')} 交通指南` }))
    .toHaveAttribute('aria-pressed', 'true')
  await expect.element(card('交通指南').getByText(text('downloads:downloaded'))).toBeVisible()
  await expect.element(card('场馆示意图').getByText(text('downloads:downloaded'))).not.toBeInTheDocument()
  expect(listHistory()).toEqual([])
})

test('marks of a person are those of the account [221]', async () => {
  catchFiles()
  const network: Replies = {
    '/front/operateHistory/has/*': ({ path }) => ({
      data: { has: path.includes('favourite') && path.includes('d-D003') },
    }),
  }
  await openScreen('/download', { as: 'participant', network })
  await expect
    .element(page.getByRole('button', { name: `${text('downloads:unstar')} 场馆示意图` }))
    .toHaveLength(2)
  await expect.poll(() => listHistory().length).toBe(24)
  await download('场馆示意图').click()
  await expect.element(titled('场馆示意图').getByText(text('downloads:downloaded'))).toHaveLength(2)
  expect(listHistory()).toHaveLength(24)
})

test('a file for signed-in people leads to signing in and back, and is not kept on the phone [219]', async () => {
  const { address } = await openScreen('/download?category=c-materials')
  await expect.element(card('演讲嘉宾指南').getByText(text('downloads:needsSignIn'))).toBeVisible()
  await expect
    .element(card('演讲嘉宾指南').getByRole('button', { name: text('downloads:keep') }))
    .not.toBeInTheDocument()
  await link(text('downloads:signIn')).click()
  await expect.poll(address).toBe('/user/login?redirectUrl=%2Fdownload%3Fcategory%3Dc-materials')
})

test('what is kept on the phone is listed there and goes away again', async () => {
  await openScreen('/download')
  await press(card('场馆示意图'), text('downloads:keep'))
  const kept = region(new RegExp(text('downloads:onThisPhone')))
  await expect.element(kept).toMatchTextContent('场馆示意图')
  await expect.element(card('场馆示意图').getByText(text('downloads:kept'), { exact: false })).toBeVisible()
  await kept.getByRole('button', { name: text('downloads:remove', { title: '场馆示意图' }) }).click()
  await press(dialog(text('downloads:removeAsk.title')), text('downloads:removeAsk.yes'))
  await expect.element(kept).not.toBeInTheDocument()
})

test.each([
  ['breaks off', 'offline', 'network'],
  ['comes after the sign-in has ended', { status: 401, key: 'sign_in.required' }, 'signIn'],
] as const)('a download that %s is told in words', async (_, reply, problem) => {
  await openScreen('/download', { network: { [file]: reply } })
  await download('交通指南').click()
  await expect.element(page.getByText(text('downloads:failed.title'))).toBeVisible()
  await expect.element(page.getByText(text(`downloads:failed.${problem}`))).toBeVisible()
})

test('a document whose file is gone says so on its card [219]', async () => {
  await openScreen('/download', { network: { [file]: { status: 404, key: 'not_found' } } })
  await download('赞助方案').click()
  await expect.element(card('赞助方案').getByRole('alert')).toHaveTextContent(text('downloads:gone'))
  await expect.element(download('赞助方案')).not.toBeInTheDocument()
})

test('without network a document that is not on the phone cannot be had, and the card says so', async () => {
  const { goOffline } = await openScreen('/download')
  await expect.element(titles()).toHaveLength(12)
  await goOffline()
  await expect.element(card('交通指南').getByText(text('downloads:notOffline'))).toBeVisible()
  await expect.element(download('交通指南')).toBeDisabled()
})
