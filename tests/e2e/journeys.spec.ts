import { menu } from '../../src/app/layout/menu.ts'
import en from '../../locales/en/common.json' with { type: 'json' }
import zh from '../../locales/zh-CN/common.json' with { type: 'json' }
import { expect, test } from '../support/e2e.ts'
import { publicPages, readContent } from '../support/menu-pages.ts'
import { untilDrawn } from '../support/until-drawn.ts'

for (const [locale, texts] of [
  ['zh-CN', zh],
  ['en', en],
] as const) {
  test.describe(locale, () => {
    test.use({ appLocale: locale })

    for (const { name, to, onPhone } of menu) {
      test(`a visitor finds ${name} in the menu, and it is there to be read [10]`, async ({
        page,
        isMobile,
        conduct,
      }) => {
        await page.goto(name === 'home' ? '/install' : '/')
        await untilDrawn(page)
        const bar = page.getByRole('navigation', { name: texts['menu.label'] }).filter({ visible: true })
        const isBehindMore = isMobile && onPhone === 'sheet'
        if (isBehindMore) await bar.getByRole('button', { name: texts['menu.more'] }).click()
        const place = isBehindMore ? page.getByRole('dialog', { name: texts['menu.more'] }) : bar
        await place.getByRole('link', { name: texts[`menu.${name}`], exact: true }).click()
        await expect(page).toHaveURL((url) => url.pathname === to)
        const { shows } = publicPages.find(({ path }) => path === to) ?? { shows: '' }
        await readContent(page, shows, locale)
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        expect(conduct).toEqual({ errors: [], foreignRequests: [] })
      })
    }
  })
}
