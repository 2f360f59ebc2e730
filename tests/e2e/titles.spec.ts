import { expect, test } from '../support/e2e.ts'
import { screens } from '../support/screens.ts'

const forum = {
  'zh-CN': { name: '国际能源转型论坛', shortName: '能源转型论坛' },
  en: { name: 'International Energy Transition Forum', shortName: 'Energy Forum' },
} as const

for (const locale of ['zh-CN', 'en'] as const) {
  test.describe(locale, () => {
    test.use({ appLocale: locale })

    test('every page names itself in the tab: its heading, then the forum', async ({ page }) => {
      test.setTimeout(120_000)
      const { name, shortName } = forum[locale]
      for (const screen of screens) {
        await screen.open(page)
        const heading = (await page.locator('h1').first().innerText()).trim()
        const title = heading === name ? name : `${heading} · ${shortName}`
        // A search says before it what is looked for.
        const plain = title.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)
        await expect(page, screen.name).toHaveTitle(new RegExp(`^([^·]+ · )?${plain}$`))
      }
    })
  })
}

test('the name follows the language, and the page that one goes back to', async ({ page }) => {
  await page.goto('/agenda')
  await page.locator('main a[href^="/agenda/"]').first().click()
  await expect(page.locator('article h1')).toBeVisible()
  await expect(page).not.toHaveTitle(/^议程 · /)
  await page.goBack()
  await expect(page).toHaveTitle('议程 · 能源转型论坛')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page).toHaveTitle('Agenda · Energy Forum')
})
