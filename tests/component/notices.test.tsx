import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const pages = '/front/query/pages/all'
const notices = () =>
  [...document.querySelectorAll<HTMLElement>('output[aria-live="polite"] li')].map(
    (notice) => notice.innerText,
  )

test('calls that succeed are told by nobody [311, T25]', async () => {
  const { settle } = await openScreen('/')
  await settle()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(notices()).toEqual([])
})

test.each([
  [{ status: 404, key: 'not_found' }, 'status:404'],
  [{ status: 403, key: 'permission.state' }, 'status:403'],
  [{ status: 500, key: 'server.error' }, 'status:500'],
  [{ status: 503, key: 'server.busy' }, 'status:503'],
  // What the catalogue does not know is told by the words of the answer.
  [{ status: 429, key: 'rate.limited' }, undefined],
] as const)(
  'a refused call is told once, with status, address and the text of the catalogue, or its own: %o [264-279]',
  async (reply, words) => {
    const { settle } = await openScreen('/suzhou', { network: { [pages]: reply } })
    await settle()
    await expect.poll(() => notices().length).toBe(1)
    expect(notices()[0]).toContain(`${reply.status} /api${pages}`)
    expect(notices()[0]).toContain(words === undefined ? reply.key : text(words))
  },
)

test('many calls without an answer make one notice [280, 281, T25]', async () => {
  await openScreen('/suzhou', { network: 'offline' })
  await expect.poll(() => notices()[0]).toMatch(/×\d/)
  expect(notices()).toHaveLength(1)
  for (const words of ['networkTitle', 'networkText']) expect(notices()[0]).toContain(text(`status:${words}`))
})

test('a tap on a notice reaches what lies under it; its button closes it', async () => {
  await openScreen('/suzhou', { network: { [pages]: { status: 404, key: 'not_found' } } })
  await expect.poll(() => notices().length).toBe(1)
  const notice = document.querySelector('output li') as HTMLElement
  const { left, top } = (notice.querySelector('strong') as HTMLElement).getBoundingClientRect()
  expect(notice.contains(document.elementFromPoint(left + 1, top + 1))).toBe(false)
  await page.elementLocator(notice).getByRole('button').click()
  expect(notices()).toEqual([])
})
