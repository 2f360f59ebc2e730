import { expect, test, vi } from 'vitest'
import { createPageHistory } from './page-history.ts'

/** A browser tab. */
function openTab(path: string) {
  const entries: { state: unknown; url: URL }[] = [
    { state: null, url: new URL(path, 'https://forum.example') },
  ]
  const steps: ((event: Event) => void)[] = []
  const last = () => entries.at(-1)!
  const resolve = (url?: string) => new URL(url ?? '', last().url)
  vi.stubGlobal('location', {
    get href() {
      return last().url.href
    },
    get pathname() {
      return last().url.pathname
    },
    get search() {
      return last().url.search
    },
    get hash() {
      return last().url.hash
    },
  })
  vi.stubGlobal('document', {})
  vi.stubGlobal('history', {
    get state() {
      return last().state
    },
    pushState: (state: unknown, _: string, url?: string) => void entries.push({ state, url: resolve(url) }),
    replaceState: (state: unknown, _: string, url?: string) =>
      void entries.splice(-1, 1, { state, url: url === undefined ? last().url : resolve(url) }),
  })
  vi.stubGlobal('addEventListener', (type: string, listener: (event: Event) => void) => {
    if (type === 'popstate') steps.push(listener)
  })
  vi.stubGlobal('removeEventListener', () => {})
  return {
    /** Goes to another fragment of the same page, for which the browser makes an entry without state. */
    goToFragment(fragment: string) {
      entries.push({ state: null, url: resolve(fragment) })
      for (const listener of steps) listener(new Event('popstate'))
    },
    goBack() {
      entries.pop()
      for (const listener of steps) listener(new Event('popstate'))
    },
  }
}

test.each([
  ['the first page', [], '#a'],
  ['a later page', ['/mine#b'], '#b'],
])('another fragment in the address reaches %s, and the step back from it does', async (_, pages, before) => {
  const tab = openTab('/mine#a')
  const history = createPageHistory()
  for (const page of pages) history.push(page)
  history.flush()
  tab.goToFragment('#c')
  await expect.poll(() => history.location.hash).toBe('#c')
  tab.goBack()
  await expect.poll(() => history.location.hash).toBe(before)
  history.destroy()
})
