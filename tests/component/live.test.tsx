import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Player } from '../../src/features/visit/live/Player.tsx'
import type { PlaybackOption } from '../../src/features/visit/live/playback.ts'
import { button, heading, listTexts, press, region } from './support/roles.ts'
import { openScreen, renderPiece } from './support/screen.tsx'
import { text } from './support/texts.ts'

/** The sample forum's second morning, when two halls are live and others recorded or to come. */
const now = '2023-09-06T02:10:00Z'

const group = (name: string) => region(text(`live:groups.${name}`))
const titles = (name: string) => listTexts(group(name).getByRole('heading', { level: 3 }))
const recording = () => page.getByRole('article').filter({ has: heading('开幕式回放') })
const play = () =>
  recording().getByRole('button', { name: text('live:play', { title: '开幕式回放' }), exact: false })
const covers = () => document.querySelectorAll('article img')

test('streams stand where the forum’s clock puts them [7]', async () => {
  await openScreen('/live', { now })
  await expect.element(group('on')).toBeVisible()
  expect(titles('on')).toEqual(['金鸡湖厅直播：风能与太阳能', '太湖厅直播：新型储能'])
  expect(titles('before')).toEqual(['主会场直播：国际合作与闭幕式'])
  await expect.element(group('before')).toMatchTextContent('9月7日 13:50')
  expect(titles('recordings')).toEqual(['开幕式回放', '新型电力系统分论坛回放'])
  await expect.element(group('recordings')).toMatchTextContent(text('live:state.awaited'))
  await expect.element(group('pictures')).toMatchTextContent(text('live:photos.on'))
  expect(titles('over')).toEqual(['主会场直播：开幕式与主旨演讲'])
})

test('what runs now in each room is told, with ways to the session and to the stream, and that none does after the forum', async () => {
  const { address } = await openScreen('/live', { now })
  const hall = region(text('live:rooms.title')).getByRole('listitem').filter({ hasText: '太湖厅' })
  await expect.element(hall).toMatchTextContent(text('live:rooms.until', { time: '10:20' }))
  await expect.element(hall).toMatchTextContent(text('live:rooms.at', { time: '10:45' }))
  await expect
    .element(hall.getByRole('link', { name: text('live:rooms.watch') }))
    .toHaveAttribute('href', '#stream-live-storage')
  await hall.getByRole('link', { name: /储能电站火灾的早期识别与分级处置/ }).click()
  await expect.poll(address).toBe('/agenda/storage-battery-safety')
  await openScreen('/live', { now: '2023-09-09T02:10:00Z' })
  await expect.element(region(text('live:rooms.title'))).toMatchTextContent(text('live:rooms.none'))
})

test('streams of other sites open there, marked, and are never embedded', async () => {
  await openScreen('/live', { now })
  const links = group('on').getByRole('link', {
    name: `${text('live:outside.watch', { host: 'example.org' })} ${text('live:outside.newTab')}`,
  })
  await expect.element(links).toHaveLength(2)
  for (const link of links.elements()) {
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  }
  expect(document.querySelector('iframe')).toBeNull()
})

test('a stream asks for nothing before it is played, and the film before the sound [7]', async () => {
  await openScreen('/live', { now })
  await expect.element(play()).toBeVisible()
  expect(document.querySelector('video, audio')).toBeNull()
  await play().click()
  await expect.poll(() => recording().element().querySelector('video')).not.toBeNull()
  expect(document.activeElement).toBe(recording().element().querySelector('video'))
  await press(recording(), new RegExp(text('live:way.low.audio')))
  await expect.poll(() => recording().element().querySelector('audio')).not.toBeNull()
  expect(recording().element().querySelector('video')).toBeNull()
})

test('who saves data gets no covers, and the sound first; the choice is kept', async () => {
  const { go } = await openScreen('/live', { now })
  await expect.poll(() => covers().length).toBeGreaterThan(0)
  const choice = page.getByRole('switch', { name: text('live:saveData.label') })
  await expect.element(choice).not.toBeChecked()
  await choice.click()
  await expect.poll(() => covers().length).toBe(0)
  await go('/news')
  await go('/live')
  await expect.element(choice).toBeChecked()
  await expect.element(play()).toBeVisible()
  expect(covers()).toHaveLength(0)
  await play().click()
  await expect.poll(() => recording().element().querySelector('audio')).not.toBeNull()
})

const way = (address: string): PlaybackOption =>
  ({
    kind: 'play',
    url: address,
    media: { kind: 'video' },
  }) as PlaybackOption

test('a stream that fails says so, and is tried again at a touch', async () => {
  await renderPiece(<Player option={way('/none.mp4')} title="Film" />)
  await expect.element(page.getByRole('alert')).toMatchTextContent(text('live:player.failed'))
  await button(text('live:player.retry')).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(text('live:player.failed'))
})

test('a stream that does not answer says that it is still tried', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // A source that nobody fills: the player waits for it without end.
  await renderPiece(<Player option={way(URL.createObjectURL(new MediaSource()))} title="Film" />)
  vi.advanceTimersByTime(13_000)
  vi.useRealTimers()
  await expect.element(page.getByRole('alert')).toMatchTextContent(text('live:player.silent'))
})
