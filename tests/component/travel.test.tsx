import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, dialog, heading, link, listAddresses, listTexts, press, region } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const card = () => dialog(text('pages:taxi.label'))
const places = (title: string) => page.getByRole('list', { name: text('pages:addresses', { page: title }) })
const driver = (name: string) => link(text('pages:showDriverPlace', { name }))

test('every page of the travel guide has its part, and the stations are those of the travel form [10]', async () => {
  await openScreen('/suzhou')
  await expect.element(heading('酒店住宿', 2)).toBeVisible()
  const slugs = ['venue', 'getting-to-suzhou', 'hotels', 'visa', 'tours', 'emergency']
  expect(
    [...document.querySelectorAll('main section[id] > h2')].map((title) => title.parentElement?.id),
  ).toEqual(expect.arrayContaining(slugs))
  expect(listTexts(places('前往苏州').getByRole('heading'))).toEqual([
    '上海虹桥国际机场',
    '苏南硕放国际机场',
    '苏州北站（高铁）',
    '苏州站',
  ])
  await expect.element(places('酒店住宿').getByRole('heading')).toHaveLength(4)
})

test('the list of contents leads to each part, and marks the one that is read', async () => {
  const { href } = location
  onTestFinished(() => history.replaceState(null, '', href))
  await openScreen('/suzhou', { locale: 'en' })
  const contents = page.getByRole('navigation', { name: text('pages:contents') })
  await contents.getByRole('link', { name: 'Hotels' }).click()
  await expect.element(heading('Hotels', 2)).toBeInViewport()
  await expect
    .element(contents.getByRole('link', { name: 'Hotels' }))
    .toHaveAttribute('aria-current', 'location')
})

test('emergency numbers stand first and are dialled by a tap [10]', async () => {
  await openScreen('/suzhou')
  const bar = region(text('pages:emergency'))
  await expect.element(bar).toBeInViewport()
  expect(listAddresses(bar.getByRole('link'))).toEqual(['tel:110', 'tel:120', 'tel:119'])
  const numbers = page.getByRole('list', { name: text('pages:emergency') }).getByRole('link')
  await expect.element(numbers).toHaveLength(5)
  await expect.element(numbers.last()).toHaveAttribute('href', 'tel:12345')
})

describe('the card for taxi drivers', () => {
  test('shows the Chinese address over the whole screen, keeps it on, copies it, and goes to where it was opened [10]', async () => {
    const wake = vi.spyOn(navigator.wakeLock, 'request').mockRejectedValue(new Error('low battery'))
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
    onTestFinished(() => void vi.restoreAllMocks())
    const { address } = await openScreen('/suzhou', { locale: 'en' })
    const hotel = places('Hotels').getByRole('listitem').first()
    await expect.element(hotel.getByText(/^苏州/)).toHaveAttribute('lang', 'zh-CN')
    await driver('Lakeside hotel').click()
    await expect.poll(address).toBe('/suzhou?taxi=lakeside-hotel')
    for (const words of [/请送我到/, '湖滨酒店', '苏州工业园区旺墩路与星洲街路口', 'Please take me to:'])
      await expect.element(card().getByText(words)).toBeInViewport()
    const { width, height } = card().element().getBoundingClientRect()
    expect([width, height]).toEqual([innerWidth, innerHeight])
    expect(wake).toHaveBeenCalledWith('screen')
    await button(text('pages:taxi.copy')).click()
    await expect.element(page.getByText(text('pages:taxi.copied'))).toBeInTheDocument()
    expect(writeText).toHaveBeenCalledWith(expect.stringMatching(/^湖滨酒店\n苏州/))
    writeText.mockRejectedValueOnce(new Error('not allowed'))
    await button(text('pages:taxi.copy')).click()
    await expect.element(page.getByText(text('pages:taxi.copyByHand'))).toBeInTheDocument()
    await press(card(), text('pages:taxi.close'))
    await expect.element(card()).not.toBeInTheDocument()
    expect(address()).toBe('/suzhou')
    await expect.element(driver('Lakeside hotel')).toHaveFocus()
  })

  test('opens by its own address, leaves the page behind when it is closed, and is for known places only', async () => {
    const { address } = await openScreen('/suzhou?taxi=venue')
    await expect.element(card().getByText('苏州国际博览中心', { exact: true })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(card()).not.toBeInTheDocument()
    expect(address()).toBe('/suzhou')
    await openScreen('/suzhou?taxi=no-such-place')
    await expect.element(heading('酒店住宿', 2)).toBeVisible()
    await expect.element(card()).not.toBeInTheDocument()
  })
})

test('the map names its places, opens large, and is made larger [10]', async () => {
  await openScreen('/suzhou')
  await expect.element(page.getByRole('img', { name: text('pages:map.label', { count: 10 }) })).toBeVisible()
  await button(text('pages:map.enlarge')).click()
  const view = dialog(text('pages:map.title'))
  const width = () => view.getByRole('img').element().getBoundingClientRect().width
  await expect.element(view.getByRole('img')).toBeVisible()
  const before = width()
  await view.getByRole('button', { name: text('common:zoom.in') }).click()
  await expect.poll(width).toBeGreaterThan(1.4 * before)
  await view.getByRole('button', { name: text('common:zoom.out') }).click()
  await expect.poll(width).toBe(before)
  await view.getByRole('button', { name: text('common:close') }).click()
  await expect.element(view).not.toBeInTheDocument()
  await page
    .getByRole('figure')
    .getByRole('link', { name: /苏州站/ })
    .click()
  await expect.element(card().getByText('苏州市姑苏区苏站路27号')).toBeVisible()
})

test('the tours say when, how many and from where, and lead to the agenda [10]', async () => {
  const { address } = await openScreen('/suzhou', { locale: 'en' })
  const tour = page.getByRole('link', { name: /zero-carbon factory/ })
  for (const fact of ['7 September', '08:30–12:00', '90 seats', 'North Gate Coach Bay 2'])
    await expect.element(tour).toMatchTextContent(fact)
  await tour.click()
  await expect.poll(address).toBe('/agenda/tour-factory')
})
