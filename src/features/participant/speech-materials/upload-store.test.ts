import { expect, test } from 'vitest'
import type { MaterialKind } from './material-kinds.ts'
import { createUploadStore, type UploadErrorReason } from './upload-store.ts'

/** A store whose transfers end when the test says so. */
function openStore() {
  const begun: { slot: MaterialKind; name: string; signal: AbortSignal; sent: (bytes: number) => void }[] = []
  const ends: PromiseWithResolvers<UploadErrorReason | undefined>[] = []
  const discarded: string[] = []
  const store = createUploadStore({
    deliver: (slot, file, { onSent: sent, signal }) => {
      const end = Promise.withResolvers<UploadErrorReason | undefined>()
      begun.push({ slot, name: file.name, signal, sent })
      ends.push(end)
      signal.addEventListener('abort', () => end.reject(new Error('stopped')))
      return end.promise
    },
    discard: (slot, file) => void discarded.push(`${slot} ${file.name}`),
  })
  const phases = () =>
    Object.fromEntries(Object.entries(store.get()).map(([slot, { phase }]) => [slot, phase]))
  return { store, begun, ends, givenUp: discarded, phases }
}

const createFile = (name: string) => new File(['12345'], name, { lastModified: 1 })
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('one file is sent at a time, the next one by itself [192]', async () => {
  const { store, begun, ends, phases } = openStore()
  store.choose('presentation', createFile('a.pdf'))
  store.choose('chinese_resume', createFile('b.pdf'))
  expect(phases()).toEqual({ presentation: 'sending', chinese_resume: 'waiting' })
  begun[0]?.sent(5)
  expect(phases()['presentation']).toBe('checking')
  ends[0]?.resolve(undefined)
  await settled()
  expect(phases()).toEqual({ chinese_resume: 'sending' })
  expect(begun.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf'])
})

test('a pause stops the transfer and lets the next one go; going on waits its turn [192]', async () => {
  const { store, begun, ends, phases } = openStore()
  store.choose('presentation', createFile('a.pdf'))
  store.choose('chinese_resume', createFile('b.pdf'))
  begun[0]?.sent(3)
  store.pause('presentation')
  expect(begun[0]?.signal.aborted).toBe(true)
  expect(phases()).toEqual({ presentation: 'paused', chinese_resume: 'sending' })
  expect(store.get().presentation?.sentBytes).toBe(3)
  store.resume('presentation')
  expect(phases()['presentation']).toBe('waiting')
  ends[1]?.resolve(undefined)
  await settled()
  expect(phases()).toEqual({ presentation: 'sending' })
})

test('what the network broke off goes on when there is one again; what a person paused does not [192]', async () => {
  const { store, ends, begun, phases } = openStore()
  store.choose('presentation', createFile('a.pdf'))
  store.choose('chinese_resume', createFile('b.pdf'))
  store.pause('chinese_resume')
  ends[0]?.reject(new Error('no network'))
  await settled()
  expect(phases()).toEqual({ presentation: 'broken', chinese_resume: 'paused' })
  store.resumeBroken()
  expect(phases()).toEqual({ presentation: 'sending', chinese_resume: 'paused' })
  expect(begun).toHaveLength(2)
})

test('a refusal stays with the server’s words until it is put away, and gives nothing up', async () => {
  const { store, ends, phases, givenUp: discarded } = openStore()
  store.choose('presentation', createFile('a.pdf'))
  ends[0]?.resolve({ message: 'The file is damaged.' })
  await settled()
  expect(store.get().presentation).toMatchObject({ phase: 'refused', text: 'The file is damaged.' })
  store.cancel('presentation')
  expect([phases(), discarded]).toEqual([{}, []])
})

test('a file that is given up, or gives way to another one, is taken back; the same one goes on', async () => {
  const { store, givenUp: discarded, begun, phases } = openStore()
  store.choose('presentation', createFile('a.pdf'))
  store.choose('presentation', createFile('a.pdf'))
  expect(discarded).toEqual([])
  store.choose('presentation', createFile('better.pdf'))
  expect(discarded).toEqual(['presentation a.pdf'])
  await settled()
  expect([phases(), begun.at(-1)?.name]).toEqual([{ presentation: 'sending' }, 'better.pdf'])
  store.cancel('presentation')
  expect(discarded).toEqual(['presentation a.pdf', 'presentation better.pdf'])
})

test('nothing is left of it after a sign-out [192]', async () => {
  const { store, begun, phases } = openStore()
  store.choose('presentation', createFile('a.pdf'))
  store.choose('chinese_resume', createFile('b.pdf'))
  store.forget()
  await settled()
  expect([phases(), begun.length, begun[0]?.signal.aborted]).toEqual([{}, 1, true])
})
