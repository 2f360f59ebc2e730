import { expect, test, vi } from 'vitest'
import { shareLink } from './ShareButton.tsx'

const shared = { title: '开幕式', url: 'https://forum.example/agenda/opening' }

/** A clipboard, and what it was given. */
function openClipboard() {
  const writeText = vi.fn<Clipboard['writeText']>(() => Promise.resolve())
  return { writeText, clipboard: { writeText } as unknown as Clipboard }
}
const refusing = (name: string) => () => Promise.reject(new DOMException('', name))

test('the device’s own sheet comes first', async () => {
  const { clipboard, writeText } = openClipboard()
  expect(await shareLink(shared, { share: () => Promise.resolve(), clipboard })).toBe('shared')
  expect(writeText).not.toHaveBeenCalled()
})

test('a sheet put away is neither a failure nor a copy', async () => {
  const { clipboard, writeText } = openClipboard()
  expect(await shareLink(shared, { share: refusing('AbortError'), clipboard })).toBe('putAway')
  expect(writeText).not.toHaveBeenCalled()
})

test('without a sheet, or where it refuses, the address is copied', async () => {
  const { clipboard, writeText } = openClipboard()
  expect(await shareLink(shared, { clipboard })).toBe('copied')
  expect(await shareLink(shared, { share: refusing('NotAllowedError'), clipboard })).toBe('copied')
  expect(writeText).toHaveBeenCalledWith(shared.url)
})

test('a browser with neither says so instead of throwing', async () => {
  expect(await shareLink(shared, {})).toBe('failed')
  const clipboard = { writeText: refusing('NotAllowedError') } as unknown as Clipboard
  expect(await shareLink(shared, { clipboard })).toBe('failed')
})
