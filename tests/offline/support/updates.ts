import { expect, type Page } from '@playwright/test'
import type { FaultServer } from '../../support/fault-server.ts'
import { zh } from '../../support/texts.ts'

const revisionOfShell = /("revision":")[0-9a-f]+(","url":"index\.html")/

/** Deploys the next version: another worker, and a shell that can be told from the present one. */
export function deployNext(network: FaultServer): void {
  network.fail(/^\/sw\.js$/, {
    kind: 'changed',
    change: (text) => {
      expect(text).toMatch(revisionOfShell)
      return text.replace(revisionOfShell, '$1next$2')
    },
  })
  network.fail(/^\/index\.html/, {
    kind: 'changed',
    change: (text) => text.replace('<html ', '<html data-build="next" '),
  })
}

/** Has the browser ask for a newer worker, as it does by itself from time to time. */
export const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update()
  })

/** The offer of a new version. */
export const bannerOf = (page: Page) => page.getByRole('complementary', { name: zh('offline:update.title') })

export const later = zh('offline:update.later')

/** Takes the new version that is offered. */
export async function takeUpdate(page: Page): Promise<void> {
  await bannerOf(page)
    .getByRole('button', { name: zh('offline:update.now') })
    .click()
  await expect(html(page)).toHaveAttribute('data-build', 'next')
}

/** Its `data-build` says which shell is on screen. */
export const html = (page: Page) => page.locator('html')
