import type { Page } from '@playwright/test'
import { openAs, ownRows } from '../support/people.ts'
import { zh } from '../support/texts.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { kill, untilOwnSaved } from './support/pages.ts'
import { findTraces } from './support/stored.ts'
import { expect, saved, test } from './support/travel.ts'

const panel = 'storage-panel'
const text = '向张工询问储能成本的测算口径'

const part = (page: Page) => page.getByRole('region', { name: zh('notes:mine') })
const field = (page: Page) => part(page).getByRole('textbox')
const button = (page: Page, key: string) => part(page).getByRole('button', { name: zh(key), exact: true })

async function openSession(page: Page): Promise<void> {
  await page.goto(`/agenda/${panel}`)
  await untilDrawn(page)
  await expect(part(page)).toBeVisible()
}

test('a note of a hall without network survives the end of the app, is one row, and goes with its person [96]', async ({
  page,
  context,
  forum,
  person,
}) => {
  const listTexts = async () => (await ownRows(forum, 'notes', person)).map((row) => row['text'])
  await openAs(page, person)
  await openSession(page)
  await button(page, 'notes:add').click()
  await field(page).fill(text)
  await expect(part(page).getByText(zh('notes:draftSaved'))).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(field(page)).toHaveValue(text)
  await button(page, 'notes:save').click()
  await expect(saved(page)).toBeVisible()
  const next = await context.newPage()
  await kill(page)
  await context.setOffline(false)

  await openAs(next, person)
  await next.goto('/user/notes')
  await expect(next.getByText(text)).toBeVisible()
  await expect.poll(listTexts).toEqual([text])
  await openSession(next)
  await button(next, 'notes:edit').click()
  await field(next).fill('已询问')
  await button(next, 'notes:save').click()
  await expect.poll(listTexts).toEqual(['已询问'])
  await next.reload()
  await expect(part(next).getByText('已询问')).toBeVisible()
  await untilOwnSaved(next, '已询问')

  await context.setOffline(true)
  await next.goto('/user/notes')
  await expect(next.getByText('已询问')).toBeVisible()
  await context.setOffline(false)
  await next.goto('/user/center')
  await next.getByRole('button', { name: zh('accounts:center.signOut') }).click()
  await expect(next).toHaveURL(/^http:\/\/[^/]+\/$/)
  await expect.poll(() => findTraces(context, ['已询问', text, '"notes"'])).toEqual([])
  await next.goto(`/agenda/${panel}`)
  await untilDrawn(next)
  await expect(part(next)).toHaveCount(0)
})
