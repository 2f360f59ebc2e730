import { expect, test } from '../support/e2e.ts'

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP forum.example 127.0.0.1'],
    }),
})

test('on plain http the app is readable, has no worker, and says what https would add', async ({
  page,
  forum,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`http://forum.example:${forum.port}/download`)
  await expect(page.getByText('文件可以下载，但不能存到本机离线打开')).toBeVisible()
  await expect(page.getByRole('button', { name: '存到本机' })).toHaveCount(0)
  expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false)
  await page.goto(`http://forum.example:${forum.port}/agenda`)
  await expect(page.locator('main a[href^="/agenda/"]').first()).toBeVisible()
  expect(errors).toEqual([])
})
