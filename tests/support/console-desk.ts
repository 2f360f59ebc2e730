import { expect, type Locator, type Page } from '@playwright/test'
import type { ForumProcess } from './forum-process.ts'
import { callForum } from './people.ts'
import type { Pointers } from './pointers.ts'
import { zh } from './texts.ts'

/** Finds the counter of the queue. */
export const counter = (page: Page) => page.locator('main header output').first()

/** Returns the text of the counter at a position. */
export const placeIn = (place: number, total: number) => zh('console:desk.counter', { place, total })

/** Finds the button of a decision. */
export const decision = (page: Page, name: string) =>
  page.locator('main footer').getByRole('button', { name, exact: true })

/** Counts the registrations on the server by state. */
export async function countStates(forum: ForumProcess, token: string): Promise<Record<string, number>> {
  const path = '/front/query/registrations/all?size=100&fields=status'
  const { items } = await callForum<{ items: { status: string }[] }>(forum, path, { token })
  const counts: Record<string, number> = {}
  for (const { status } of items) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Starts at the dashboard and approves ten of twelve. @returns the number of touches, opening the queue included */
export async function approveTen(page: Page, pointers: Pointers): Promise<number> {
  const before = pointers.taps()
  const card = page.getByRole('listitem').filter({ hasText: '待审核的参会报名' })
  await card.getByRole('link', { name: zh('console:desk.review') }).tap()
  await expect(counter(page)).toHaveText(placeIn(1, 12))
  await expect(page.getByText(zh('console:desk.late'))).toBeVisible()
  await page.getByRole('button', { name: zh('console:desk.showPhotos') }).tap()
  for (let place = 1; place <= 10; place += 1) {
    await expect(counter(page)).toHaveText(placeIn(place, 12))
    await expect(page.locator('main figure img')).toBeVisible()
    // Alternates the position: two quick touches at one spot would count as a double tap.
    await decision(page, '通过').tap({ position: { x: place % 2 === 0 ? 24 : 96, y: 24 } })
  }
  await expect(counter(page)).toHaveText(placeIn(11, 12))
  return pointers.taps() - before
}

/** Enlarges the photo by touch and by key; keys must decide nothing behind it. */
export async function enlargePhoto(page: Page): Promise<void> {
  const enlarge = page.getByRole('button', { name: zh.pattern('common:picture.enlarge') })
  const large = page.getByRole('dialog').getByRole('img')
  await enlarge.tap()
  await expect(large).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('1')
  await large.tap()
  await expect(large).toHaveCount(0)
  await enlarge.focus()
  await page.keyboard.press('Enter')
  await expect(large).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(enlarge).toBeFocused()
}

/** Undoes the tenth approval and repeats it; requests more information for the eleventh and declines the last. */
export async function decideTheRest(page: Page): Promise<void> {
  await page
    .locator('main footer')
    .getByRole('button', { name: zh('console:desk.undo') })
    .tap()
  await expect(counter(page)).toHaveText(placeIn(10, 12))
  await decision(page, '通过').tap()
  await decision(page, '要求补充材料').tap()
  const ask = page.getByRole('dialog', { name: '要求补充材料' })
  await sayWhy(ask, '请补充单位证明。', 'Please add a letter of your company.')
  await ask.getByRole('button', { name: '要求补充材料' }).tap()
  await expect(counter(page)).toHaveText(placeIn(12, 12))
  await decision(page, '不通过').tap()
  const decline = page.getByRole('dialog', { name: '不通过' })
  await sayWhy(decline, '不符合参会条件。', 'This forum is for the trade.')
  await decline.getByRole('button', { name: '不通过' }).tap()
  await expect(page.getByRole('heading', { name: zh('console:desk.done') })).toBeVisible()
}

async function sayWhy(sheet: Locator, chinese: string, english: string): Promise<void> {
  await sheet.getByRole('textbox').first().fill(chinese)
  await sheet.getByRole('textbox').last().fill(english)
}
