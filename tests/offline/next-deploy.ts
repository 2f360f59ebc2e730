import { expect, type Page } from '@playwright/test'
import type { FaultServer } from '../support/fault-server.ts'

const revisionOfShell = /("revision":")[0-9a-f]+(","url":"index\.html")/

/** The next deploy: another worker, and a shell that can be told from the present one. */
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
export const bannerOf = (page: Page) => page.getByRole('complementary', { name: '有新版本' })

/** Its `data-build` says which shell is on screen. */
export const html = (page: Page) => page.locator('html')
