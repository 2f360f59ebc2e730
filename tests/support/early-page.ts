import { expect, type Page } from '@playwright/test'

/** Waits until the server sends a page with its prerendered HTML; the first visitor may get none. */
export async function untilPrerendered(page: Page, path: string): Promise<void> {
  const html = async () => (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
  await expect.poll(html).toContain('id="early-page"')
}

/** Lets scripts of the app pass only when the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Where the text of an element begins on the screen, in pixels. */
interface Place {
  text: string
  x: number
  y: number
}

/** Lists the places of the headings, links and buttons of the first screen. */
export function listPlaces(page: Page): Promise<Place[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll('#root :is(h1, h2, h3, a, button)')]
    const places = elements.map((element) => {
      const { left, top, height } = element.getBoundingClientRect()
      const text = `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`
      return { text, x: Math.round(left), y: Math.round(top), height }
    })
    return places
      .filter(({ y, height }) => height > 0 && y >= 0 && y < innerHeight)
      .map(({ text, x, y }) => ({ text, x, y }))
  })
}

/** Lists the places of earlier that are not the same any more. */
export async function listMoved(page: Page, before: readonly Place[]): Promise<Place[]> {
  const after = new Set((await listPlaces(page)).map((place) => JSON.stringify(place)))
  return before.filter((place) => !after.has(JSON.stringify(place)))
}
