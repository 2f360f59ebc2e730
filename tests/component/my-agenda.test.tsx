import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { favourites } from '#features/programme/favourites'
import { getTransferUrl } from '../../src/features/programme/my-agenda/transfer-code.ts'
import { listCalls } from './support/network.ts'
import { encodeText, readCode } from './support/qr-codes.ts'
import { button, dialog, heading, link, listTexts, main } from './support/roles.ts'
import { catchFiles } from './support/saved-files.ts'
import { openScreen } from './support/screen.tsx'
import { text } from './support/texts.ts'

const mine = '/agenda?day=2023-09-06&mine=true&view=list'
const storage = 'Panel: who pays for storage safety?'
const carried = ['opening-ceremony', 'storage-panel', 'wind-solar-panel']

const listStars = () => [...favourites.read()].toSorted()
const carryPath = (ids: readonly string[]) => getTransferUrl(ids).replace(location.origin, '')

/** Spies on the clipboard, where the browser has no way of sharing of its own. */
function catchCopies() {
  Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'share')
    copy.mockRestore()
  })
  return copy
}

describe('a calendar file', () => {
  test('of a session has its time in the venue’s zone, on a device elsewhere [304]', async () => {
    const files = catchFiles()
    await openScreen('/agenda/storage-panel', { locale: 'en', timeZone: 'America/New_York' })
    await expect.element(page.getByRole('main')).toMatchTextContent(/Taihu Hall/)
    await button(text('my-agenda:calendar.add')).click()
    await expect.element(page.getByText(text('my-agenda:calendar.saved'))).toBeVisible()
    expect(files[0]?.name).toBe('storage-panel.ics')
    const calendar = await files[0]?.blob.text()
    for (const line of [
      'DTSTART;TZID=Asia/Shanghai:20230906T113000',
      'DTEND;TZID=Asia/Shanghai:20230906T120000',
      `SUMMARY:${storage}`,
      'STATUS:CONFIRMED',
    ])
      expect(calendar).toContain(`\r\n${line}\r\n`)
    expect(calendar).toMatch(/\r\nLOCATION:Taihu Hall/)
    expect(calendar?.replaceAll('\r\n ', '')).toContain(`${location.origin}/agenda/storage-panel`)
  })

  test('of my agenda has the sessions of all days, a cancelled one marked [304]', async () => {
    const ids = ['opening-ceremony', 'storage-panel', 'hydrogen-pipelines']
    await favourites.add(ids)
    const files = catchFiles()
    await openScreen(mine, { locale: 'en' })
    await button(text('my-agenda:calendar.add')).click()
    await expect.poll(() => files.length).toBe(1)
    const events = (await files[0]?.blob.text())?.split('BEGIN:VEVENT').slice(1) ?? []
    const find = (pattern: RegExp) => events.map((event) => pattern.exec(event)?.[1])
    expect(new Set(find(/UID:(.*)@/))).toEqual(new Set(ids))
    expect(new Set(find(/DTSTART;TZID=Asia\/Shanghai:(\d+)T/))).toEqual(new Set(['20230905', '20230906']))
    const cancelled = events.filter((event) => event.includes('STATUS:CANCELLED'))
    expect(cancelled).toEqual([expect.stringContaining('UID:hydrogen-pipelines@')])
    expect(cancelled[0]).toContain(`SUMMARY:${text('my-agenda:cancelled')}: `)
  })

  test('cannot be made without a star, nor can anything be carried', async () => {
    await openScreen(mine, { locale: 'en' })
    for (const name of ['calendar.add', 'carry.open'])
      await expect.element(button(text(`my-agenda:${name}`))).toBeDisabled()
  })
})

describe('my agenda on another device', () => {
  test('goes there by a code and a link that says the same [299]', async () => {
    const copy = catchCopies()
    await favourites.add(carried)
    await openScreen(mine, { locale: 'en' })
    await button(text('my-agenda:carry.open')).click()
    const sheet = dialog(text('my-agenda:carry.title'))
    const code = sheet.getByRole('img', { name: text('my-agenda:carry.code', { count: 3 }) })
    await expect.element(code).toBeVisible()
    expect(readCode(code)).toEqual(encodeText(getTransferUrl(carried)))
    await sheet.getByRole('button', { name: text('common:share.label') }).click()
    await expect.element(page.getByText(text('common:share.copied'))).toBeInTheDocument()
    expect(copy).toHaveBeenCalledWith(getTransferUrl(carried))
    expect(getTransferUrl(carried)).toMatch(/\/agenda\/take#1[\w-]{22}$/)
  })

  test('joins what is there once the person says so, and can be taken back [299]', async () => {
    await favourites.add(['closing-ceremony', 'storage-panel'])
    const { address } = await openScreen(carryPath(carried), { locale: 'en' })
    await expect.element(page.getByText(text('my-agenda:take.fresh', { count: 2 }))).toBeVisible()
    await expect.element(main().getByRole('listitem')).toHaveLength(3)
    expect(listStars()).toEqual(['closing-ceremony', 'storage-panel'])
    const add = button(text('my-agenda:take.add', { count: 2 }))
    await add.click()
    await expect.element(page.getByText(text('my-agenda:take.added', { count: 2 }))).toBeVisible()
    expect(listStars()).toEqual(['closing-ceremony', ...carried])
    await button(text('my-agenda:take.undo')).click()
    await expect.element(add).toBeVisible()
    expect(listStars()).toEqual(['closing-ceremony', 'storage-panel'])
    await add.click()
    await link(text('my-agenda:take.toMine')).click()
    await expect.poll(address).toBe('/agenda?mine=true')
    // The server hears nothing of the stars.
    expect(listCalls().filter(({ path }) => path.includes('#') || path.includes('take'))).toEqual([])
  })

  test('says so when all of it is there already, and what of it is in no programme', async () => {
    await favourites.add(carried)
    await openScreen(carryPath([...carried, 'long-gone']), { locale: 'en' })
    await expect.element(page.getByText(text('my-agenda:take.allThere'))).toBeVisible()
    await expect.element(page.getByText(text('my-agenda:take.unknown', { count: 1 }))).toBeVisible()
  })

  test.each([
    ['cut off', '#1AbCdEf', 'damaged'],
    ['empty', '', 'empty'],
    ['of another forum', carryPath(['elsewhere']).replace('/agenda/take', ''), 'other'],
  ] as const)('stars nothing by a link that is %s, and says why [299]', async (_, fragment, why) => {
    await openScreen(`/agenda/take${fragment}`, { locale: 'en' })
    await expect.element(heading(text(`my-agenda:take.${why}.title`), 1)).toBeVisible()
    expect(listStars()).toEqual([])
    await link(text('my-agenda:take.toAgenda')).click()
    await expect.element(heading(text('agenda:title'), 1)).toBeVisible()
  })
})

test('sub-forums at the same time tell of the priority that a registration asks for [T34]', async () => {
  await favourites.add(['storage-panel'])
  const { go } = await openScreen(mine, { locale: 'en' })
  await expect.element(button(text('my-agenda:carry.open'))).toBeEnabled()
  const notice = main().getByRole('note')
  await expect.element(notice).not.toBeInTheDocument()
  await favourites.add(['wind-solar-panel'])
  await expect.element(notice).toMatchTextContent(text('my-agenda:priority'))
  expect(listTexts(notice.getByRole('listitem')).map((track) => track.split(/\s/)[0])).toEqual(['II', 'III'])
  await go('/agenda/storage-panel')
  await expect.element(page.getByText(text('session-detail:clash'))).toBeVisible()
  await expect.element(page.getByText(text('my-agenda:priority')).last()).toBeVisible()
})

test('a star without its session is told on the session’s page and can be taken away; the page leads to the agenda', async () => {
  await favourites.add(['long-gone', 'storage-panel'])
  await openScreen('/agenda/long-gone', { locale: 'en' })
  await expect.element(page.getByText(text('session-detail:missing_starred'))).toBeVisible()
  await button(text('session-detail:remove_star')).click()
  await expect.element(page.getByText(text('session-detail:not_found'))).toBeVisible()
  expect(listStars()).toEqual(['storage-panel'])
  await link(text('session-detail:back')).first().click()
  await expect.element(heading(text('agenda:title'), 1)).toBeVisible()
})

test('a session is shared by its title and its own address', async () => {
  const share = vi.fn<(shared: ShareData) => Promise<void>>(() => Promise.resolve())
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  await openScreen('/agenda/storage-panel?from=elsewhere', { locale: 'en' })
  await button(text('common:share.label')).click()
  expect(share).toHaveBeenCalledExactlyOnceWith({
    title: storage,
    url: `${location.origin}/agenda/storage-panel`,
  })
})
