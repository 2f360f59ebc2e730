import { expect, test } from 'vitest'
import {
  expectColours,
  expectNoFaults,
  expectNoMotion,
  expectRightToLeft,
  expectRoom,
  expectTargets,
  expectWide,
} from './support/checks.ts'
import { resetNetwork, setNetwork } from './support/network.ts'
import { openScreen, renderPiece } from './support/screen.tsx'

// Each check of whole screens finds a fault of its kind.

test.fails('a field without a name', async () => {
  await renderPiece(<input type="text" />)
  await expectNoFaults()
})

test.fails('letters that only the dark theme hides', async () => {
  await renderPiece(<p style={{ color: '#14211f' }}>Words</p>)
  await expectColours()
})

test('letters in the colours of the theme', async () => {
  await renderPiece(
    <main>
      <h1>Words</h1>
    </main>,
  )
  await expectColours()
  expect(document.documentElement.dataset['theme']).toBe('light')
})

test.fails('a button too small for a finger', async () => {
  await renderPiece(<button type="button">Go</button>)
  expectTargets()
})

test.fails('a block that is wider than the narrowest phones', async () => {
  await renderPiece(<div style={{ width: 340 }}>Words</div>)
  await expectRoom()
})

test.fails('a block that is wider than the phone with letters of double size', async () => {
  await renderPiece(<div style={{ width: '15rem' }}>Words</div>)
  await expectRoom()
})

test.fails('a block that is wider than a tablet held upright', async () => {
  await renderPiece(<div style={{ width: 900 }}>Words</div>)
  await expectWide()
})

test.fails('a part that moves for who wants no motion', async () => {
  await renderPiece(
    <div ref={(part) => void part?.animate([{ opacity: 0 }, { opacity: 1 }], 60_000)}>Words</div>,
  )
  await expectNoMotion()
})

test.fails('a block that stays on its side in a language from right to left', async () => {
  await renderPiece(
    <div style={{ position: 'absolute', right: '-2rem', insetInlineEnd: '-2rem' }}>Words and words</div>,
  )
  await expectRightToLeft()
})

test('a call to elsewhere is told with its address', async () => {
  await openScreen('/agenda')
  await fetch('https://elsewhere.example/').catch(() => undefined)
  expect(resetNetwork).toThrow('GET https://elsewhere.example/')
})

test('a write that no test answers is told with its address, and does not reach the server', async () => {
  await openScreen('/agenda')
  const answer = await fetch('/api/front/post/notes', { method: 'POST', body: '{}' })
  expect(answer.ok).toBe(false)
  expect(resetNetwork).toThrow('/api/front/post/notes')
})

test('a call that gets no answer ends when it is given up, however early', async () => {
  setNetwork('pending')
  const early = fetch('/api/front/modules', { signal: AbortSignal.abort(new Error('given up')) })
  await expect(early).rejects.toThrow('given up')
})
