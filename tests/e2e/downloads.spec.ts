import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { organiserPassword } from '../support/forum-process.ts'
import { zh } from '../support/texts.ts'

const cardOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: zh('downloads:all') })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })

/** Downloads a document. @returns the name that the browser gave it, and whether it is the file of the sample */
async function download(
  page: Page,
  title: string,
  file: string,
): Promise<{ name: string; isWhole: boolean }> {
  const coming = page.waitForEvent('download')
  await cardOf(page, title)
    .getByRole('button', { name: zh('downloads:download') })
    .click()
  const saved = await coming
  const original = await readFile(`server/sample/files/${file}`)
  return { name: saved.suggestedFilename(), isWhole: (await readFile(await saved.path())).equals(original) }
}

test('a document is saved under its Chinese name, whole, and the device remembers it [9, 219, 221]', async ({
  page,
  conduct,
}) => {
  await page.goto('/download')
  const card = cardOf(page, '交通指南')
  expect(await download(page, '交通指南', 'traffic-guide.pdf')).toEqual({
    name: '交通指南.pdf',
    isWhole: true,
  })
  await card.getByRole('button', { name: `${zh('downloads:star')} 交通指南` }).click()
  await page.reload()
  await expect(card.getByText(zh('downloads:downloaded'))).toBeVisible()
  await expect(card.getByRole('button', { name: `${zh('downloads:unstar')} 交通指南` })).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})

test('a file for signed-in people leads to signing in and back, and then comes [219]', async ({
  page,
  conduct,
}) => {
  await page.goto('/download?category=c-materials')
  const card = cardOf(page, '演讲嘉宾指南')
  await card.getByRole('link', { name: zh('downloads:signIn') }).click()
  await page.getByLabel(zh('sign-in:signIn.name')).fill('organiser')
  await page.getByLabel(zh('sign-in:signIn.password')).fill(organiserPassword)
  await page.getByRole('button', { name: zh('sign-in:signIn.submit'), exact: true }).click()
  await expect(page).toHaveURL('/download?category=c-materials')
  expect(await download(page, '演讲嘉宾指南', 'speakers-guide.pdf')).toEqual({
    name: '演讲嘉宾指南.pdf',
    isWhole: true,
  })
  await expect(card.getByText(zh('downloads:downloaded'))).toBeVisible()
  expect(conduct).toEqual({ errors: [], foreignRequests: [] })
})
