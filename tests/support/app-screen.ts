import type { Page } from '@playwright/test'
import { signInAsOrganiser } from './sign-in.ts'
import { untilDrawn } from './until-drawn.ts'

/** A screen of the app, and how a person comes to see it. */
export interface AppScreen {
  name: string
  open: (page: Page) => Promise<void>
  /** The server refuses something of it, since it is not there or was changed elsewhere: the browser notes that in its console. */
  refusedWith?: 404 | 409
  /** It shows what lies sealed on the device, which plain http cannot seal. */
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

/** Opens a page and waits until it is whole and at rest. */
export async function visit(page: Page, path: string, shows: string): Promise<void> {
  await page.goto(path)
  await untilDrawn(page)
  await page.locator(shows).filter({ visible: true }).first().waitFor()
  await rest(page)
}

/** Waits until nothing that is seen moves; Chromium never ends transitions within a closed `details`. */
export async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((each) => {
      const target = each.effect instanceof KeyframeEffect ? each.effect.target : null
      const isEndless = each.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
      return each.playState !== 'running' || isEndless || target?.checkVisibility() === false
    }),
  )
}
