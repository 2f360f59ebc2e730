import { goTo, openConsole } from '../support/console.ts'
import { assignAndMarkPaid, lookOnPhone } from '../support/console-board.ts'
import { approveTen, countStates, decideTheRest } from '../support/console-desk.ts'
import { publishNews } from '../support/console-form.ts'
import { importSpeakers } from '../support/console-import.ts'
import { expect } from '../support/e2e.ts'
import { full } from '../support/marks.ts'
import { test } from '../support/own-forum.ts'
import { addApplicant, register } from '../support/people.ts'
import { watchPointers } from '../support/pointers.ts'
import { zh } from '../support/texts.ts'

/** From opening the desk to the tenth approval: into it, the photos, and one touch each. */
const tapsForTen = 12

// What is typed as a time is the forum's, wherever the tablet believes to be.
for (const { name, width, height, timezoneId, mark } of [
  { name: 'flat', width: 1180, height: 820, timezoneId: 'America/New_York', mark: {} },
  {
    name: 'upright',
    width: 820,
    height: 1180,
    timezoneId: 'Asia/Shanghai',
    mark: full('the same day on a narrower screen, a minute long'),
  },
]) {
  test.describe(name, mark, () => {
    // What is not there is told of at once, not at the end of the day.
    test.use({ viewport: { width, height }, timezoneId, actionTimeout: 15_000 })

    test('an organiser’s day by fingers alone: ten approvals, a side meeting, news, 500 speakers there and back [135, 233, 237, 303, 179-183] @tablet', async ({
      page,
      own,
      token,
      conduct,
    }) => {
      test.setTimeout(150_000)
      for (let more = 0; more < 10; more += 1) await register(own, await addApplicant(own))
      const before = await countStates(own, token)
      const pointers = await watchPointers(page)
      const revealed: { id: string; reason: string }[] = []
      page.on('request', (request) => {
        if (request.url().includes('/front/reveal/'))
          revealed.push(request.postDataJSON() as (typeof revealed)[0])
      })
      await openConsole(page)
      expect(await approveTen(page, pointers)).toBe(tapsForTen)
      await decideTheRest(page)
      await expect
        .poll(() => countStates(own, token), { timeout: 30_000 })
        .toEqual({
          ...before,
          approved: (before['approved'] ?? 0) + 10,
          more_info: (before['more_info'] ?? 0) + 1,
          declined: (before['declined'] ?? 0) + 1,
          submitted: undefined,
          under_review: undefined,
        })
      // Each had its way back at the desk, for as long as it was held back: the bar does not offer it once more.
      await expect(page.getByText('通过 · ')).toHaveCount(0)
      // Each photo was asked for once, with the reason that was given once.
      expect(new Set(revealed.map(({ id }) => id)).size).toBe(12)
      expect(revealed).toHaveLength(12)
      expect(new Set(revealed.map(({ reason }) => reason))).toEqual(new Set([zh('console:desk.reasonText')]))

      await goTo(page, zh('console:nav.today'))
      await assignAndMarkPaid(page, own, token)
      await lookOnPhone(page)

      await page.goto('/console')
      await goTo(page, '新闻')
      await publishNews(page, own, token)

      await page.goto('/console')
      await goTo(page, '嘉宾')
      await importSpeakers(page, own, token)

      expect(pointers.hasMouse()).toBe(false)
      expect(conduct).toEqual({ errors: [], foreignRequests: [] })
    })
  })
}
