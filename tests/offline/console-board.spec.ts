import { full } from '../support/marks.ts'
import { sideMeetings } from '../../contract/modules/side-meetings.ts'
import { writeRows } from '../../server/engine/write-rows.ts'
import { sideMeetings as sampleMeetings } from '../../server/sample/side-meetings.ts'
import { openConsole } from '../support/console.ts'
import { meeting } from '../support/console-board.ts'
import type { ForumProcess } from '../support/forum-process.ts'
import { besideForum } from '../support/participants.ts'
import { callForum, organiserToken } from '../support/people.ts'
import { test } from './own-forum.ts'
import { expect } from './phone.ts'

test.use({ viewport: { width: 820, height: 1180 }, isMobile: false })

/** Another meeting that wants the same. */
async function addRival(forum: ForumProcess): Promise<void> {
  const rival = sampleMeetings
    .filter(({ id }) => id === 'side-storage')
    .map((row) => ({ ...row, id: 'side-rival' }))
  await besideForum(forum, undefined, (db) =>
    db.transaction((trx) => writeRows(trx, sideMeetings, rival as never, { now: new Date() })),
  )
}

test(
  'by keys and upright: arrows go over the free times, and what somebody else took meanwhile is refused [185, 254]',
  full('console-board.test.tsx proves the keys'),
  async ({ page, ownForum }) => {
    const token = await organiserToken(ownForum)
    await addRival(ownForum)
    await openConsole(page, '/side_meetings?desk=board')
    await page.locator('[data-request="side-storage"]').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: '301会议室，09:00–11:00' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: '302会议室，09:00–11:00' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: '302会议室，09:30–11:30' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('分配会议室 · 长时储能圆桌会')).toBeVisible()
    await callForum(ownForum, '/front/action/side_meetings/assign', {
      token,
      body: {
        id: 'side-rival',
        assigned_room: 'mr-302',
        assigned_date: '2023-09-06',
        assigned_start_time_at: '10:00',
        assigned_end_time_at: '12:00',
      },
    })
    await expect(page.locator('[data-request="side-storage"]')).toContainText('未被接受', { timeout: 30_000 })
    await expect(page.getByText('该会议室在此时段已分配给其他会议。').first()).toBeVisible()
    expect((await meeting(ownForum, token))['status']).toBe('submitted')
  },
)
