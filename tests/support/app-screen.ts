import type { Page } from '@playwright/test'
import { signInAsOrganiser } from './sign-in.ts'
import { untilDrawn } from './until-drawn.ts'

/** A screen of the app and how to open it. */
export interface AppScreen {
  name: string
  open: (page: Page) => Promise<void>
  /**
   * The server rejects a request of the screen (not found, or changed elsewhere); the browser logs that in its
   * console.
   */
  refusedWith?: 404 | 409
  /** It shows encrypted data of the device, which needs https. */
  needsSealing?: true
}

/** A page of organisers. */
export function forOrganisers(
  name: string,
  path: string,
  shows: string,
  then?: (page: Page) => Promise<void>,
): AppScreen {
  const open = async (page: Page) => {
    await signInAsOrganiser(page)
    await visit(page, path, shows)
    await then?.(page)
  }
  return { name, open }
}

/** Opens a page and waits until it is complete and idle. */
export async function visit(page: Page, path: string, shows: string): Promise<void> {
  await page.goto(path)
  await untilDrawn(page)
  await page.locator(shows).filter({ visible: true }).first().waitFor()
  await rest(page)
}

/** Waits until no visible element moves; Chromium never ends transitions within a closed `details`. */
export async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((each) => {
      const target = each.effect instanceof KeyframeEffect ? each.effect.target : null
      const isEndless = each.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
      return each.playState !== 'running' || isEndless || target?.checkVisibility() === false
    }),
  )
}
