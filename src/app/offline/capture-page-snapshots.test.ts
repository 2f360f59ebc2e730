import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectivity } from '#platform/connectivity.ts'
import { dataAges } from '#platform/data-age.ts'
import type { createAppRouter } from '../router.tsx'
import { isPageSettled } from './capture-page-snapshots.ts'

/** The router as it is while a screen stands, or while the next one is on its way. */
const routerAt = (pathname: string, isLoading = false) =>
  ({ state: { isLoading, resolvedLocation: { pathname } } }) as ReturnType<typeof createAppRouter>

const agenda = routerAt('/agenda')

/** A client with one query that a component on screen uses. */
async function using(answer: () => Promise<unknown>, enabled = true): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  new QueryObserver(client, { queryKey: ['rooms'], queryFn: answer, enabled }).subscribe(() => undefined)
  await expect.poll(() => client.isFetching()).toBe(0)
  return client
}

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/agenda', search: '', hash: '' })
  vi.stubGlobal('document', { querySelectorAll: () => [], querySelector: () => null })
})

afterEach(() => {
  vi.unstubAllGlobals()
  connectivity.reportBrowser(true)
  dataAges.forget('["rooms"]')
})

test('a page of the menu rests when all has come; what is not asked for is not waited for', async () => {
  expect(isPageSettled(agenda, await using(async () => 1))).toBe(true)
  expect(isPageSettled(agenda, await using(async () => 1, false))).toBe(true)
})

test('it does not while the router is on its way to it: the screen is still the former one', async () => {
  const client = await using(async () => 1)
  expect(isPageSettled(routerAt('/news'), client)).toBe(false)
  expect(isPageSettled(routerAt('/agenda', true), client)).toBe(false)
})

test('it does not without network, nor while it tells that something did not come', async () => {
  expect(isPageSettled(agenda, await using(() => Promise.reject(new Error('busy'))))).toBe(false)
  const client = await using(async () => 1)
  dataAges.record('["rooms"]', 1, true)
  expect(isPageSettled(agenda, client)).toBe(false)
  dataAges.record('["rooms"]', 2)
  expect(isPageSettled(agenda, client)).toBe(true)
  connectivity.reportBrowser(false)
  expect(isPageSettled(agenda, client)).toBe(false)
})
