import type { Page } from '@playwright/test'
import { rest } from '../support/app-screen.ts'
import { findBeyondEdge } from '../support/beyond-edge.ts'
import { drawnRows, openConsole } from '../support/console.ts'
import { full } from '../support/marks.ts'
import { expect } from '../support/e2e.ts'
import { test } from '../support/own-forum.ts'
import { callForum, type AnsweredRow } from '../support/people.ts'
import { makePicture } from '../support/picture-files.ts'
import { findFaults, rulesOfColours } from '../support/screen-faults.ts'
import { findSmallTargets } from '../support/small-targets.ts'
import { texts } from '../support/texts.ts'

// What lies behind the console's screens: each is met on the way, which takes less than opening it from the start.

/** Looks at what is on screen as fingers, eyes and screen readers do, in the light and in the dark. */
async function look(page: Page, name: string): Promise<void> {
  await rest(page)
  expect.soft(await findFaults(page), name).toEqual([])
  expect.soft(await findSmallTargets(page), `${name}, for fingers`).toEqual([])
  expect.soft(await findBeyondEdge(page), `${name}, edges`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await rest(page)
  expect.soft(await findFaults(page, rulesOfColours), `${name}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
}

for (const { locale, width, height } of [
  { locale: 'zh-CN', width: 1180, height: 820 },
  { locale: 'en', width: 820, height: 1180 },
] as const) {
  const walk = full(
    'opens every sheet of the console for minutes; component tests have each sheet and its states',
  )
  const t = (key: string) => texts[locale](key.includes(':') ? key : `console:${key}`)
  test.describe(`${locale}, ${width} × ${height}`, walk, () => {
    // What is not there is told of at once, not at the end of the test.
    test.use({ appLocale: locale, viewport: { width, height }, actionTimeout: 15_000 })

    test('no sheet and no step of the console has a fault of axe, too small a target or something beyond the edge [303] @tablet', async ({
      page,
      own,
      token,
      conduct,
    }) => {
      test.setTimeout(360_000)
      const post = <Data>(path: string, body: object) => callForum<Data>(own, path, { token, body })
      const first = async (module: string) =>
        (await callForum<{ items: [AnsweredRow] }>(own, `/front/query/${module}/all`, { token })).items[0]
      const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
      const sheet = page.getByRole('dialog')
      const close = async () => {
        await page.keyboard.press('Escape')
        await expect(sheet).toHaveCount(0)
      }
      const lookInto = async (key: string, ready = 'button:not([aria-label])') => {
        await button(key).tap()
        await sheet.locator(ready).first().waitFor()
        await look(page, key)
        await close()
      }

      await openConsole(page, '/side_meetings')
      await drawnRows(page).first().waitFor()
      await page.getByRole('button', { name: 'organiser' }).tap()
      await sheet.waitFor()
      await look(page, 'account')
      await close()
      if (width < 1024) await lookInto('nav.label', 'nav a')
      await lookInto('list.view')
      await lookInto('export.all', 'input[type=checkbox]')
      await button('selection.begin').tap()
      await drawnRows(page).nth(1).getByRole('checkbox').tap()
      await drawnRows(page).nth(2).getByRole('checkbox').tap()
      await look(page, 'selection')
      await button('bulk.button').tap()
      await sheet.getByRole('button').nth(1).tap()
      await sheet.getByRole('button', { name: t('action.cancel') }).waitFor()
      await look(page, 'bulk question')
      await close()

      const room = await first('rooms')
      for (const step of [0, 1]) {
        const name = { 'zh-CN': `新厅${step}`, en: `New hall ${step}` }
        await post('/front/edit/rooms', { id: room.id, version: room.version + step, name })
      }
      await page.goto(`/console/rooms/${room.id}`)
      await lookInto('delete.title')
      await button('history.title').tap()
      await sheet
        .getByRole('button', { name: t('history.restore') })
        .last()
        .tap()
      await sheet.getByText(t('history.willChange')).waitFor()
      await look(page, 'restore')
      await close()

      const partner = await first('partners')
      await post('/front/delete/partners', { id: partner.id })
      await page.goto(`/console/partners/${partner.id}`)
      await button('deleted.restore').waitFor()
      await look(page, 'deleted record')

      await page.goto('/console/registrations?filters=status:in:submitted|under_review&desk=review')
      await page.locator('main article h2').waitFor()
      await lookInto('desk.keys', 'kbd')
      await page.locator('main footer [data-tone=negative]').tap()
      await sheet.locator('textarea').first().waitFor()
      await look(page, 'decision')
      await close()
      // What is skipped comes again while anything else is open.
      await page.locator('main footer [data-tone=positive]').tap()
      await button('desk.skip').tap()
      await button('desk.again').waitFor()
      await look(page, 'end of the desk')

      const news = await first('informations')
      await page.goto(`/console/informations/${news.id}/edit`)
      const title = page.locator('form input[lang="en"]').first()
      await title.fill('Mine')
      await page
        .locator('form input[type=file]')
        .first()
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await makePicture('png') })
      await button('field.cut').tap()
      await page.getByRole('slider').waitFor()
      await look(page, 'crop')
      await button('action.cancel').first().tap()
      await button('relation.change').or(button('relation.choose')).or(button('relation.add')).first().tap()
      await sheet.getByRole('searchbox').waitFor()
      await look(page, 'choices of a relation')
      await close()
      await post('/front/edit/informations', {
        id: news.id,
        version: news.version,
        title: { 'zh-CN': '对方的标题', en: 'Theirs' },
      })
      await button('form.save').tap()
      await page.getByRole('region', { name: t('conflict.title') }).waitFor()
      await look(page, 'conflict')

      await page.goto('/console/speakers/import')
      await page.locator('main input[type=file]').setInputFiles({
        name: 'a.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('甲,姓名（英文）\n王小明,Wang Xiaoming\n'),
      })
      await page.locator('main details select').first().waitFor()
      await page.locator('main summary').last().tap()
      await look(page, 'mapping')
      await page.locator('main details select').first().selectOption({ index: 3 })
      await button('console-import:act.check').tap()
      await page.getByText(t('console-import:state.good')).first().waitFor()
      await look(page, 'checked')
      await page.locator('main footer button').last().tap()
      await button('console-import:act.undo').waitFor()
      await look(page, 'imported')
      await lookInto('console-import:act.undo')
      expect(conduct.foreignRequests).toEqual([])
    })
  })
}
