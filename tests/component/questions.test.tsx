import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { limits } from '../../contract/forum.ts'
import { listCalls, setNetwork } from './support/network.ts'
import { button, heading, main } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

/** A category of thirty questions. */
const guides = '/qa?category=c-guides'

const all = '/front/query/qa/all'
const questions = () => document.querySelectorAll<HTMLDetailsElement>('main details')
const question = (no: string) => document.querySelector<HTMLDetailsElement>(`#${no}`)
const shownOf = (shown: number, total: number) => main().getByText(text('common:shownOf', { shown, total }))
const field = () => page.getByRole('searchbox')

async function expectQuestions(count: number): Promise<void> {
  await expect.poll(() => questions().length).toBe(count)
}

/** The pages of a category's questions that the forum was asked for. */
const listPages = () =>
  listCalls().flatMap(({ path }) => {
    const query = new URLSearchParams(path.split('?')[1])
    return path.startsWith(all) && path.includes('c-guides') ? [query.get('page')] : []
  })

test('questions are appended page after page, also at a second try, cleared, and begin again with page 1 [207, 208, 210]', async () => {
  await openScreen(guides)
  await expectQuestions(20)
  await expect.element(shownOf(20, 30)).toBeVisible()
  setNetwork({ [all]: { status: 404, key: 'not_found' } })
  await button(text('common:loadMore')).click()
  await expect.element(page.getByText(text('common:moreFailed'))).toBeVisible()
  await expectQuestions(20)
  setNetwork({})
  await button(text('common:retry')).click()
  await expectQuestions(30)
  await expect.element(shownOf(30, 30)).toBeVisible()
  await expect.element(button(text('common:loadMore'))).not.toBeInTheDocument()
  const pages = ['1', '2', '2']
  expect(listPages()).toEqual(pages)
  await button(text('qa:clear')).click()
  await expect.element(heading(text('qa:cleared.title'))).toBeVisible()
  await expectQuestions(0)
  expect(listPages()).toEqual(pages)
  await button(text('qa:cleared.load')).click()
  await expectQuestions(20)
  expect(listPages()).toEqual([...pages, '1'])
})

test('a question opens to its answer by keyboard, has an address, and a page of its own [206]', async () => {
  const { address } = await openScreen('/qa')
  await expectQuestions(20)
  const opened = question('Q003')
  opened?.querySelector('summary')?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/近六个月内拍摄/)).toBeVisible()
  await expect.poll(address).toBe('/qa?open=Q003')
  await userEvent.keyboard('{ }')
  await expect.poll(() => opened?.open).toBe(false)
  await expect.poll(address).toBe('/qa')
  opened?.querySelector('summary')?.click()
  await page.getByRole('link', { name: text('qa:page') }).click()
  await expect.element(heading('证件照有什么要求？', 1)).toBeVisible()
  expect(address()).toBe('/article/view/Q003')
})

test('a link to a question that stands on a later page shows it, open and in sight; to one that is not there, none [206]', async () => {
  await openScreen('/qa?open=Q032')
  await expect.element(page.getByText(/三十天后删除/)).toBeInViewport()
  expect(question('Q032')?.open).toBe(true)
  await button(text('common:loadMore')).click()
  await expectQuestions(32)
  await openScreen('/qa?open=nonsense')
  await expectQuestions(20)
  expect([...questions()].filter(({ open }) => open)).toEqual([])
})

test('questions are searched by words of their answers, never by too many, and an empty answer leads back [206]', async () => {
  const { address } = await openScreen('/qa')
  await field().fill('充电桩')
  await expectQuestions(1)
  await expect.poll(() => document.querySelector('main mark')?.textContent).toBe('充电桩')
  expect(address()).toBe(`/qa?q=${encodeURIComponent('充电桩')}`)
  await field().fill('zebra')
  await expect.element(heading(text('qa:none.title'))).toBeVisible()
  await button(text('qa:none.action')).click()
  await expectQuestions(20)
  await field().fill('能'.repeat(10_000))
  const count = limits.searchCharacters
  await expect.element(page.getByRole('alert')).toHaveTextContent(text('common:wordsTooLong', { count }))
  expect(listCalls().filter(({ path }) => path.includes('%E8%83%BD'))).toEqual([])
  // A link that somebody typed may have digits alone.
  await openScreen('/qa?q=2030')
  await expect.element(field()).toHaveValue('2030')
})
