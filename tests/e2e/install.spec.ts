import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { startForum } from '../support/forum-process.ts'
import { codeOf, readCode } from '../support/qr-codes.ts'

const ios = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)'

/** What a browser says of itself, and the title and first words of the way that it gets. */
const browsers = [
  {
    name: 'Safari on an iPhone',
    userAgent: `${ios} Version/17.2 Mobile/15E148 Safari/604.1`,
    'zh-CN': ['在 Safari 中只需三步', '添加到主屏幕'],
    en: ['Three steps in Safari', 'Add to Home Screen'],
  },
  {
    name: 'Chrome on an iPhone',
    userAgent: `${ios} CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1`,
    'zh-CN': ['请在 Safari 中打开', '复制下面的地址'],
    en: ['Open it in Safari', 'Copy the address below'],
  },
  {
    name: 'WeChat on Android',
    userAgent: `${android} Version/4.0 Chrome/107.0.5304.141 Mobile Safari/537.36 XWEB/5169 MicroMessenger/8.0.37.2380(0x2800253D) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN`,
    'zh-CN': ['请先在浏览器中打开', '点右上角'],
    en: ['Open it in your browser first', 'at the top right'],
  },
  {
    name: 'Chrome on Android',
    userAgent: `${android} Chrome/120.0.0.0 Mobile Safari/537.36`,
    'zh-CN': ['从浏览器菜单添加', '安装应用'],
    en: ['From the browser’s menu', 'Install app'],
  },
  {
    name: 'Samsung Internet',
    userAgent: `${android} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`,
    'zh-CN': ['从浏览器菜单添加', '点右下角“☰”'],
    en: ['From the browser’s menu', 'Tap ☰ at the bottom right'],
  },
  {
    name: 'Firefox on Android',
    userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0',
    'zh-CN': ['从 Firefox 菜单添加', '点地址旁的“⋮”'],
    en: ['From Firefox’s menu', 'Tap ⋮ beside the address'],
  },
  {
    name: 'Firefox on a desk',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0',
    'zh-CN': ['手机上使用更方便', '请用手机扫码'],
    en: ['Best on your phone', 'Scan the code with your phone'],
  },
] as const

for (const browser of browsers) {
  test.describe(browser.name, { tag: '@phone' }, () => {
    test.use({ userAgent: browser.userAgent })

    for (const locale of ['zh-CN', 'en'] as const) {
      test(`the page behind the QR code tells its way in ${locale}, and leads on [291]`, async ({
        page,
        conduct,
      }) => {
        await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
        await page.goto('/install')
        const [title, words] = browser[locale]
        const way = page.getByRole('region', { name: title })
        await expect(way).toContainText(words)
        await expect(page).toHaveTitle(locale === 'en' ? /^Take the forum with you · / : /^把论坛带在身边 · /)
        await page.getByRole('link', { name: locale === 'en' ? 'See the agenda' : '查看议程' }).click()
        await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
        expect(conduct).toEqual({ errors: [], foreignRequests: [] })
      })
    }
  })
}

test.describe('inside WeChat', () => {
  test.use({ userAgent: browsers[2].userAgent })

  test('an arrow leads to the menu, in both languages at once, and can be put away [291]', async ({
    page,
  }) => {
    await page.goto('/install')
    const hint = page.getByRole('note', { name: '请先在浏览器中打开' })
    await expect(hint).toContainText('选择“在浏览器打开”')
    await expect(hint).toContainText('Open in browser')
    await hint.getByRole('button', { name: '关闭' }).click()
    await expect(hint).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'English' })).toBeVisible()
  })

  test('home leads to the page that tells how', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: '如何添加' }).click()
    await expect(page).toHaveURL(/\/install$/)
    await expect(page.getByRole('region', { name: '请先在浏览器中打开' })).toBeVisible()
  })
})

test.describe('the address for another browser', () => {
  test.use({ userAgent: browsers[1].userAgent, permissions: ['clipboard-read', 'clipboard-write'] })

  test('is copied by a button', async ({ page, forum }) => {
    await page.goto('/install')
    await page.getByRole('button', { name: '复制' }).click()
    await expect(page.getByText('地址已复制')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${forum.url}/install`)
  })
})

test.describe('from the home screen of an iPhone', () => {
  test.use({ userAgent: browsers[0].userAgent })

  test('running from the home screen there is nothing to install, and the QR code is folded', async ({
    page,
  }) => {
    // As Safari says it; no browser of the tests can be on a home screen.
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'standalone', { get: () => true }),
    )
    await page.goto('/install')
    await expect(page.getByRole('heading', { level: 1, name: '您正在使用应用' })).toBeVisible()
    await page.getByRole('link', { name: '回到首页' }).click()
    await expect(page.getByRole('heading', { name: '用手机打开' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '把论坛放到主屏幕' })).toHaveCount(0)
    await expect(qrCode(page)).toBeHidden()
    await page.getByRole('heading', { name: '用手机打开' }).click()
    await expect(qrCode(page)).toBeVisible()
  })
})

test('a browser that knows the app to be installed is told to open it', async ({ page }) => {
  await page.goto('/install')
  await expect(page.getByRole('heading', { level: 1, name: '把论坛带在身边' })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(page.getByRole('heading', { level: 1, name: '本机已安装应用' })).toBeVisible()
})

const qrCode = (page: Page) => page.getByRole('img', { name: /二维码/ })

test('home shows a code of this very address, which opens the page that helps with installing [20]', async ({
  page,
  forum,
}) => {
  await page.goto('/')
  await page.getByText('用手机扫描二维码').scrollIntoViewIfNeeded()
  await expect(qrCode(page)).toBeVisible()
  expect(await readCode(qrCode(page))).toEqual(codeOf(`${forum.url}/install`))
})

test('the code leads to the address that the operator named [23]', async ({ page }) => {
  const forum = await startForum({ env: { PUBLIC_URL: 'https://forum.example' } })
  try {
    await page.goto(`${forum.url}/`)
    await page.getByText('用手机扫描二维码').scrollIntoViewIfNeeded()
    await expect(page.getByText('forum.example/install')).toBeVisible()
    expect(await readCode(qrCode(page))).toEqual(codeOf('https://forum.example/install'))
  } finally {
    await forum.stop()
  }
})
