import { openConsole } from '../support/console.ts'
import { choose, counted, countSpeakers, press, undoImport } from '../support/console-import.ts'
import { expect, test } from '../support/e2e.ts'
import { organiserToken } from '../support/people.ts'
import { zh } from '../support/texts.ts'

test('an import whose answer is lost is asked again and written once [317] @tablet', async ({
  page,
  forum,
}) => {
  const token = await organiserToken(forum)
  await openConsole(page, '/speakers')
  await page.getByRole('link', { name: zh('console:list.import'), exact: true }).tap()
  const before = await countSpeakers(forum, token)
  await choose(page, '名单.csv', '姓名（中文）,姓名（英文）\n王小明,Wang Xiaoming\n')
  await expect(counted(page, 'created')).toHaveText('1')
  await page.route(
    '**/api/import/speakers',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press(page, 'act.commit', 1)
  await expect(page.getByText(zh('console-import:fail.networkWriting'))).toBeVisible()
  expect(await countSpeakers(forum, token)).toBe(before + 1)
  await press(page, 'act.ask')
  await expect(page.getByText(zh('console-import:done.created', { count: 1 }))).toBeVisible()
  expect(await countSpeakers(forum, token)).toBe(before + 1)
  await page.reload()
  await expect(page.getByText(zh('console-import:earlier.title'))).toBeVisible()
  await undoImport(page)
  expect(await countSpeakers(forum, token)).toBe(before)
})
