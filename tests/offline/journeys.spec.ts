import { publicPages, readContent } from '../support/menu-pages.ts'
import { expect, goOffline, startOffline, test, untilSaved, visit } from './phone.ts'

const devices = [
  { name: 'phone', use: {} },
  { name: 'desktop', use: { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false } },
]

/** What is saved in idle moments, a query for each page of the menu that has one of its own. */
const saved = ['home', 'sessions', 'informations', 'live_streams', 'exhibitors', 'documents', 'pages']

for (const { name, use } of devices) {
  for (const locale of ['zh-CN', 'en'] as const) {
    test.describe(`${name}, ${locale}`, () => {
      test.use({ ...use, appLocale: locale })

      test('after one visit every public page is read without network as it was with it', async ({
        page,
        conduct,
      }) => {
        test.setTimeout(120_000)
        const read = new Map<string, string>()
        for (const { path, shows } of publicPages) {
          await visit(page, path)
          read.set(path, await readContent(page, shows, locale))
        }
        for (const query of saved) await untilSaved(page, query)
        await goOffline(page)
        await page.close()
        const next = await startOffline(page, '/')
        for (const { path, shows } of publicPages) {
          await next.goto(path)
          expect(await readContent(next, shows, locale), path).toBe(read.get(path))
        }
        expect(conduct).toEqual({ errors: [], foreignRequests: [] })
      })
    })
  }
}
