import { pages } from '#contract/page-data.ts'
import { expect, test } from '../support/e2e.ts'

/** Abstracts and the texts of news come when the device is idle, and are not part of the first screen. */
const isLater = (url: string): boolean => /abstract|informations.*body/.test(url)

/** What a first visit shows, the page has brought: none of it is asked again. */
for (const page of pages.filter(({ path }) => !path.includes(':'))) {
  test(`${page.path} brings the answers that its screen asks for`, async ({ page: browserPage, conduct }) => {
    const asked: string[] = []
    browserPage.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname + search)
    })
    await browserPage.goto(page.path)
    await expect(browserPage.locator('main')).toContainText(/\p{Script=Han}/u)
    await browserPage.waitForLoadState('networkidle')
    const brought = await browserPage
      .locator('#page-data')
      .evaluate((element) => Object.keys(JSON.parse(element.textContent ?? '') as object))
    expect(brought).toHaveLength(page.calls.length)
    expect(asked.filter((url) => /query|settings/.test(url) && !isLater(url))).toEqual([])
    expect(conduct.errors).toEqual([])
    expect(conduct.foreignRequests).toEqual([])
  })
}
