import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listOf } from './support/pages.ts'
import { button, heading, link, main } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const plan = () => page.getByRole('region', { name: new RegExp(text('show:plan.label', { name: '.+' })) })
const booths = () => plan().getByRole('link')
const exhibitors = () => main().getByRole('listitem').getByRole('link')
const field = () => page.getByRole('searchbox')

/** How many times as wide as its frame the plan is drawn. */
const magnification = () => {
  const frame = plan().element()
  return Number(((frame.firstElementChild?.clientWidth ?? 0) / frame.clientWidth).toFixed(1))
}

const middleOf = (element: Element) => {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}

test('exhibitors stand by area and booth, and are found by words of either language and by area [8]', async () => {
  const { address } = await openScreen('/show')
  await expect.element(page.getByText(text('show:found', { count: 12 }))).toBeVisible()
  const areas = [...document.querySelectorAll('main h2')].map((area) => area.textContent)
  expect(areas.slice(-5)).toEqual(['清洁发电 3', '新型储能 3', '氢能 2', '电网与数字化 2', '绿色用能 2'])
  await field().fill('FLOW batteries')
  await expect.element(exhibitors()).toHaveLength(1)
  await expect.element(exhibitors()).toMatchTextContent('长时储能展位')
  await expect.element(page.getByText(text('show:found', { count: 1 }))).toBeVisible()
  await expect.poll(address).toBe('/show?q=FLOW+batteries')
  await field().fill('nobody')
  await button(text('show:nothing.reset')).click()
  await expect.element(exhibitors()).toHaveLength(12)
  await button('氢能').click()
  await expect.element(exhibitors()).toHaveLength(2)
  expect(address()).toBe('/show?area=hydrogen')
})

describe('an exhibitor', () => {
  test('opens by its address, its booth in the middle of the plan, and leads to its neighbours', async () => {
    await openScreen('/show/e-b02')
    await expect.element(heading('压缩空气储能展位', 1)).toBeVisible()
    await expect.element(page.getByText('Compressed-air Storage')).toBeVisible()
    await expect.poll(() => document.title).toContain('压缩空气储能展位')
    const booth = plan().getByRole('link', { name: /^B02/ })
    await expect.element(booth).toHaveAttribute('aria-current', 'page')
    await expect.poll(magnification).toBe(2)
    expect(Math.abs(middleOf(booth.element()) - middleOf(plan().element()))).toBeLessThan(20)
    await link(new RegExp(`${text('show:after')} · B03`)).click()
    await expect.element(heading('长时储能展位', 1)).toBeVisible()
  })

  test('that is not there is said to be so', async () => {
    await openScreen('/show/nobody')
    await expect.element(heading(text('show:unknown.title'), 1)).toBeVisible()
    await link(text('show:back')).click()
    await expect.element(exhibitors()).toHaveLength(12)
  })
})

describe('the plan', () => {
  test('grows and shrinks by keys, by its buttons up to six times, and by the wheel with Control', async () => {
    await openScreen('/show')
    await expect.element(booths()).toHaveLength(8)
    plan().element().focus()
    await userEvent.keyboard('+')
    await expect.poll(magnification).toBe(1.5)
    await userEvent.keyboard('-')
    await expect.poll(magnification).toBe(1)
    for (let press = 0; press < 5; press += 1) await button(text('common:zoom.in')).click()
    await expect.poll(magnification).toBe(6)
    await expect.element(button(text('common:zoom.in'))).toHaveAttribute('aria-disabled', 'true')
    await button(text('common:zoom.whole')).click()
    await expect.poll(magnification).toBe(1)
    const { left, top, width, height } = plan().element().getBoundingClientRect()
    const middle = { clientX: left + width / 2, clientY: top + height / 2 }
    const wheel = { ...middle, deltaY: -240, ctrlKey: true, bubbles: true, cancelable: true }
    plan().element().dispatchEvent(new WheelEvent('wheel', wheel))
    await expect.poll(magnification).toBe(1.5)
  })

  test('has booths that lead to their exhibitors, and other halls their own', async () => {
    const { address } = await openScreen('/show')
    await page.getByRole('radio', { name: /二号展厅/ }).click()
    await expect
      .poll(() =>
        booths()
          .elements()
          .map((booth) => booth.textContent),
      )
      .toEqual(['D01', 'D02', 'E01', 'E02'])
    await booths().first().click()
    await expect.poll(address).toBe('/show/e-d01')
  })

  test('that is not on the device says so, and the list stays', async () => {
    const picture = { no: 'F404', name: 'plan.png', mediaType: 'image/png', sizeBytes: 1 }
    const name = { 'zh-CN': '三号展厅', en: 'Hall 3' }
    const hall = { id: 'h-lost', name, floor: name, picture }
    await openScreen('/show', { network: { '/front/query/hall_plans/all': listOf([hall]) } })
    await expect.element(page.getByText(text('show:plan.missing'))).toBeVisible()
    await expect.element(exhibitors()).toHaveLength(12)
  })
})
