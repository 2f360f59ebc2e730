import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, dialog, heading, main } from './support/roles.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const bar = () => page.getByRole('navigation', { name: text('common:menu.label') })
const tab = (name: 'home' | 'agenda') => bar().getByRole('link', { name: text(`common:menu.${name}`) })
const more = () => bar().getByRole('button', { name: text('common:menu.more') })
const moreSheet = () => dialog(text('common:menu.more'))
const close = () => moreSheet().getByRole('button', { name: text('common:close') })
const filter = () => button(text('agenda:filter_track'))
const filterSheet = () => dialog(text('agenda:filter_track'))
const dialogs = () => page.getByRole('dialog').elements().length

/** Opens home, and the agenda from it. */
async function openAgenda() {
  const screen = await openScreen('/', { hasSteps: true, locale: 'en' })
  await tab('agenda').click()
  await expect.element(filter()).toBeVisible()
  return screen
}

test('the back step closes a sheet, and the page stays with what was chosen in it; the next one leaves the page', async () => {
  const screen = await openAgenda()
  await filter().click()
  await filterSheet()
    .getByRole('checkbox', { name: /Energy storage/ })
    .click()
  await expect.poll(screen.address).toContain('track=')
  const chosen = screen.address()
  history.back()
  await expect.poll(dialogs).toBe(0)
  await expect.poll(() => location.pathname + location.search).toBe(chosen)
  expect(screen.address()).toBe(chosen)
  history.back()
  await expect.poll(screen.address).toBe('/')
})

test('a step forward brings no sheet, over the page or over another one', async () => {
  const screen = await openAgenda()
  await more().click()
  await expect.element(moreSheet()).toBeVisible()
  history.back()
  await expect.poll(dialogs).toBe(0)
  history.forward()
  await screen.settle()
  expect([dialogs(), screen.address()]).toEqual([0, expect.stringMatching(/^\/agenda/)])
  history.back()
  await expect.poll(screen.address).toBe('/')
  expect(dialogs()).toBe(0)
})

test('a sheet that was opened and closed by its button leaves nothing to step through', async () => {
  const screen = await openAgenda()
  for (let turn = 0; turn < 5; turn++) {
    await more().click()
    await close().click()
    await expect.poll(dialogs).toBe(0)
  }
  history.back()
  await expect.poll(screen.address).toBe('/')
})

test('a page that is opened from a sheet lies right above the page of the sheet', async () => {
  const screen = await openAgenda()
  await more().click()
  await moreSheet()
    .getByRole('link', { name: text('common:menu.show') })
    .click()
  await expect.element(heading(text('show:title'), 1)).toBeVisible()
  expect(dialogs()).toBe(0)
  history.back()
  await expect.poll(screen.address).toMatch(/^\/agenda/)
  history.back()
  await expect.poll(screen.address).toBe('/')
})

test('the back step closes a view over the whole screen, on the first page too', async () => {
  const screen = await openScreen('/suzhou', { hasSteps: true, locale: 'en' })
  await button(text('pages:map.enlarge')).click()
  await expect.element(dialog(text('pages:map.title'))).toBeVisible()
  history.back()
  await expect.poll(dialogs).toBe(0)
  await expect.element(main()).toBeVisible()
  expect(screen.address()).toBe('/suzhou')
})
