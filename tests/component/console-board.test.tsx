import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectHeading,
  expectText,
  listSent,
  openConsole,
  press,
  readRows,
  textsOf,
} from './support/console.ts'
import type { Network } from './support/network.ts'
import { button, link, region } from './support/roles.ts'
import { text } from './support/texts.ts'

const meetings = '/front/query/side_meetings/all'
const rooms = '/front/query/meeting_rooms/all'
/** What is put somewhere goes out six seconds later, if the test is not over by then. */
const assign = { 'POST /front/action/side_meetings/assign': 'pending' } as const
const openBoard = (network: object = {}, more: { width?: number; height?: number } = {}) =>
  openConsole('/side_meetings?desk=board', { network: { ...assign, ...network } as Network, ...more })
const request = () => page.getByRole('main').getByRole('button', { name: /^长时储能圆桌会/ })
const slots = (room: string) => textsOf(`section[aria-label="${room}"] [data-slot]`)
const slot = (room: string, times: string) => button(text('console:board.slot', { room, times }))
const expectRequest = () => expectText('console:board.requestsCount', { count: 1 })

describe('the board of rooms and times', () => {
  test('has the days of the forum and its rooms, and offers the chosen one the times that are free where it suits', async () => {
    const names = (await readRows('meeting_rooms')).map(({ name }) => (name as { 'zh-CN': string })['zh-CN'])
    await openBoard()
    await expectRequest()
    expect(textsOf('main h3').map((words) => words.split('\n')[0])).toEqual(names)
    await expect.element(region('201会议室')).toMatchTextContent('Hydrogen corridors')
    await expect.element(region('201会议室')).toMatchTextContent('38000')
    await expect.element(button('9月6日 星期三')).toHaveAttribute('aria-pressed', 'true')
    expect(document.querySelector('[data-slot]')).toBeNull()
    await request().click()
    const chosen = region('长时储能圆桌会 · 示例储能研究院')
    await expect.element(chosen).toMatchTextContent('9月6日 星期三 09:00–11:00')
    await expect
      .element(chosen.getByRole('link', { name: text('console:board.open') }))
      .toHaveAttribute('href', '/console/side_meetings/side-storage')
    await expect.element(slot('301会议室', '09:00–11:00')).toHaveAttribute('data-wanted', 'true')
    expect(slots('210会议厅')).toEqual([])
    await expect.element(region('210会议厅')).toMatchTextContent(text('console:board.unsuited'))
    // On the next day that time is taken there, and neighbouring times that would run into it are none.
    await button('9月7日 星期四').click()
    await expect.element(region('301会议室')).toMatchTextContent('绿色金融闭门会')
    expect(slots('301会议室')[0]).toBe('11:00')
    expect(slots('302会议室')).toContain('09:00')
    await press('close')
    await expect.poll(() => document.querySelector('[data-slot]')).toBeNull()
  })

  test('puts the chosen one into a time by keys, as on its way, and takes it back', async () => {
    await openBoard()
    await expectRequest()
    ;(request().element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(slot('301会议室', '09:00–11:00')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(slot('302会议室', '09:00–11:00')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(region('302会议室')).toMatchTextContent('长时储能圆桌会')
    await expect.element(region('302会议室')).toMatchTextContent(text('console:board.onItsWay'))
    expect(document.activeElement?.hasAttribute('data-plan')).toBe(true)
    await expect.element(page.getByText(/^分配会议室\s· 长时储能圆桌会/)).toBeVisible()
    await expectText('console:board.noRequests')
    await press('desk.undo')
    await expectRequest()
    expect(listSent()).toEqual([])
  })

  test('is a list of rooms where it is narrow, with the same words', async () => {
    await openBoard({}, { width: 390, height: 844 })
    await expectRequest()
    await expect.element(region('201会议室')).toMatchTextContent(/14:00–17:00.*38000/s)
    await expect.element(region('302会议室')).toMatchTextContent(text('console:board.allFree'))
    await request().click()
    await expect.element(slot('302会议室', '09:00–11:00')).toBeVisible()
    // What does not suit is not listed.
    expect(region('210会议厅').elements()).toEqual([])
  })

  test('may have no rooms', async () => {
    await openBoard({ [rooms]: 'empty' })
    await expectText('console:board.noRooms')
  })

  test('that is refused says so', async () => {
    await openBoard({ '/front/query/*': { status: 404, key: 'not_found' } })
    await expectHeading('console:gone')
  })

  test('tells that there are more than it shows', async () => {
    const items = await readRows('side_meetings')
    await openBoard({ [meetings]: { data: { items, page: 1, size: 500, total: 501 } } })
    await expectText('console:board.cut')
    await expect.element(link(text('console:record.back'))).toHaveAttribute('href', '/console/side_meetings')
  })
})
