import { registrations } from '../../contract/modules/registrations.ts'
import { openConsole } from '../support/console.ts'
import { counter, countStates, enlargePhoto, placeIn } from '../support/console-desk.ts'
import { callForum, decide, organiserToken, type AnsweredRow } from '../support/people.ts'
import { full } from '../support/marks.ts'
import { zh } from '../support/texts.ts'
import { goOffline } from './support/pages.ts'
import { expect, test } from './support/phone.ts'

test.use({ viewport: { width: 820, height: 1180 }, isMobile: false })

const waits = 'status:in:submitted|under_review'
const labelOf = (status: string) =>
  registrations.fields.status.options?.find(({ value }) => value === status)?.label['zh-CN'] ?? status

test(
  'by keys, without network, and against somebody else: what was not taken comes back to the queue [135]',
  full('outbox.spec.ts sends what waits; component tests show what the desk says of a refusal'),
  async ({ page, context, ownForum }) => {
    await openConsole(page, `/registrations?filters=${waits}&desk=review`)
    await expect(counter(page)).toHaveText(placeIn(1, 2))
    await page.getByRole('button', { name: zh('console:desk.showPhotos') }).tap()
    await enlargePhoto(page)
    await page.keyboard.press('ArrowRight')
    await expect(counter(page)).toHaveText(placeIn(2, 2))
    await page.keyboard.press('ArrowLeft')
    await expect(counter(page)).toHaveText(placeIn(1, 2))
    await expect(page.getByText(labelOf('under_review'), { exact: true }).first()).toBeVisible()
    const token = await organiserToken(ownForum)
    const name = await page.locator('main article h2').innerText()
    const path = `/front/query/registrations/all?filters=${waits}`
    const { items } = await callForum<{ items: AnsweredRow[] }>(ownForum, path, { token })
    const first = items.find(({ realname }) => name.startsWith(String(realname))) as AnsweredRow
    await goOffline(page)
    await page.keyboard.press('3')
    await expect(counter(page)).toHaveText(placeIn(2, 2))
    const review_reason = { 'zh-CN': '重复报名。', en: 'Registered twice.' }
    await decide(ownForum, 'registrations', 'decline', first, { review_reason })
    await context.setOffline(false)
    await expect(page.getByText(zh.pattern('console:desk.notTaken', { count: 1 }))).toBeVisible({
      timeout: 30_000,
    })
    await page
      .locator('main footer')
      .getByRole('button', { name: zh('console:desk.look') })
      .click()
    await expect(page.locator('main article h2')).toHaveText(name)
    await expect(page.getByRole('cell', { name: labelOf('declined') })).toBeVisible()
    expect((await countStates(ownForum, token))['declined']).toBeGreaterThan(0)
  },
)
