import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ListData } from '#contract/envelope.ts'
import {
  infiniteListQuery,
  clearInfiniteLists,
  clearedPageInfo,
  syncPageInfo,
  initialPageInfo,
  toPageInfo,
  flattenPages,
  type InfinitePages,
} from './infinite-list.ts'

interface Row {
  id: string
}

/** A server whose responses the test triggers, in any order. */
class Desk {
  asked: {
    page: number
    signal: AbortSignal
    answer: (total: number, shift?: number) => void
    fail: () => void
  }[] = []
  readonly loadPage = (page: number, signal: AbortSignal) =>
    new Promise<ListData<Row>>((resolve, reject) => {
      this.asked.push({
        page,
        signal,
        answer: (total, shift = 0) => resolve(pageOf(page, total, shift)),
        fail: () => reject(new Error('no answer')),
      })
    })

  last() {
    const call = this.asked.at(-1)
    if (!call) throw new Error('nothing was asked')
    return call
  }
}

/** @param shift number of rows that were added before the others since */
function pageOf(page: number, total: number, shift: number): ListData<Row> {
  const rows = Array.from({ length: total }, (_, index) => ({ id: `r${index - shift}` }))
  return { items: rows.slice((page - 1) * 20, page * 20), page, size: 20, total }
}

const listKey = ['home', 'qas']
const infoKey = ['home', 'qaPageInfo']

/** Uses a list as a screen does, with the app's query client but without retries. */
function open(
  key = [...listKey, {}],
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
) {
  const desk = new Desk()
  const query = infiniteListQuery<Row>({ key, loadPage: desk.loadPage, freshMs: 60_000, meta: {} })
  const observer = new InfiniteQueryObserver(client, query)
  const ends = [syncPageInfo(client, key, infoKey), observer.subscribe(() => undefined)]
  return {
    client,
    desk,
    data: () => client.getQueryData<InfinitePages<Row>>(key),
    rows: () => flattenPages(client.getQueryData<InfinitePages<Row>>(key)).map(({ id }) => id),
    info: () => client.getQueryData(infoKey),
    more: () => void observer.fetchNextPage(),
    clear: () => clearInfiniteLists(client, listKey, infoKey),
    result: () => observer.getCurrentResult(),
    close: () => ends.forEach((end) => end()),
  }
}

/** Waits until pending callbacks have run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `r${from + index}`)

describe('an appended list', () => {
  it('begins at page 1 of size 20 with a total of 0, and asks page 1 [198, 199]', () => {
    const list = open()
    expect(list.info()).toEqual({ page: 1, size: 20, total: 0 })
    expect(list.desk.asked.map(({ page }) => page)).toEqual([1])
    list.close()
  })

  it('appends the page after the last, until there is no more', async () => {
    const list = open()
    list.desk.last().answer(45)
    await settle()
    expect(list.info()).toEqual({ page: 1, size: 20, total: 45 })
    for (const page of [2, 3]) {
      list.more()
      expect(list.desk.last().page).toBe(page)
      list.desk.last().answer(45)
      await settle()
    }
    expect(list.rows()).toEqual(ids(45))
    expect(list.info()).toEqual({ page: 3, size: 20, total: 45 })
    expect(list.result().hasNextPage).toBe(false)
    list.close()
  })

  it('is at page 0 of size 20 with a total of 0 when cleared; then page 1 is asked [209, T19]', async () => {
    const list = open()
    list.desk.last().answer(45)
    await settle()
    list.more()
    list.desk.last().answer(45)
    await settle()
    list.clear()
    await settle()
    expect(list.info()).toEqual({ page: 0, size: 20, total: 0 })
    expect(list.rows()).toEqual([])
    expect(list.desk.asked).toHaveLength(2)
    list.more()
    expect(list.desk.last().page).toBe(1)
    list.desk.last().answer(45)
    await settle()
    expect(list.info()).toEqual({ page: 1, size: 20, total: 45 })
    list.close()
  })

  it('drops and aborts an answer that was on its way when it was cleared', async () => {
    const list = open()
    list.desk.last().answer(45)
    await settle()
    list.more()
    const late = list.desk.last()
    list.clear()
    expect(late.signal.aborted).toBe(true)
    late.answer(45)
    await settle()
    expect(list.rows()).toEqual([])
    expect(list.info()).toEqual(clearedPageInfo)
    list.close()
  })

  it('drops and aborts the answer of a query that another one took the place of', async () => {
    const first = open([...listKey, { q: 'a' }])
    const late = first.desk.last()
    first.close()
    const second = open([...listKey, { q: 'ab' }], first.client)
    expect(late.signal.aborted).toBe(true)
    second.desk.last().answer(3)
    await settle()
    late.answer(45)
    await settle()
    expect(first.data()).toBeUndefined()
    expect(second.info()).toEqual({ page: 1, size: 20, total: 3 })
    second.close()
  })

  it('has each row once when rows were added in between [T19]', async () => {
    const list = open()
    list.desk.last().answer(40)
    await settle()
    list.more()
    list.desk.last().answer(43, 3)
    await settle()
    expect(list.rows()).toEqual(ids(37))
    expect(list.info()).toEqual({ page: 2, size: 20, total: 43 })
    list.close()
  })

  it('keeps what is there when a page does not come, and asks for the same one again', async () => {
    const list = open()
    list.desk.last().answer(45)
    await settle()
    list.more()
    list.desk.last().fail()
    await settle()
    expect(list.result().isError).toBe(true)
    expect(list.rows()).toEqual(ids(20))
    list.more()
    expect(list.desk.last().page).toBe(2)
    list.close()
  })

  it('is loaded again by a screen that finds it cleared', async () => {
    const list = open()
    list.desk.last().answer(45)
    await settle()
    list.clear()
    list.close()
    const again = open([...listKey, {}], list.client)
    expect(again.desk.asked.map(({ page }) => page)).toEqual([1])
    again.close()
  })

  it('shows only responses to requests since it was cleared, in whatever order they come [T19]', async () => {
    const step = fc.constantFrom('more', 'clear', 'answer', 'answer first', 'fail')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const list = open()
        let pages = 0
        let isWanted = true
        const wanted = [1]
        for (const name of steps) {
          const { asked } = list.desk
          const pending = asked.filter(({ signal }) => !signal.aborted)
          if (name === 'more' && !list.result().isFetching && (pages === 0 || pages * 20 < 45)) {
            list.more()
            wanted.push(pages + 1)
            isWanted = true
          } else if (name === 'clear') {
            list.clear()
            pages = 0
            isWanted = false
          } else if (name === 'answer') {
            if (isWanted && list.desk.last() === pending.at(-1)) {
              pages += 1
              isWanted = false
            }
            list.desk.last().answer(45)
          } else if (name === 'answer first') asked.filter(({ signal }) => signal.aborted)[0]?.answer(45)
          else if (name === 'fail' && isWanted) {
            list.desk.last().fail()
            isWanted = false
          }
          await settle()
          expect(list.rows()).toEqual(ids(Math.min(45, pages * 20)))
          const nothing = list.data() ? clearedPageInfo : initialPageInfo
          expect(list.info()).toEqual(pages > 0 ? { page: pages, size: 20, total: 45 } : nothing)
          expect(list.desk.asked.map(({ page }) => page)).toEqual(wanted)
        }
        list.close()
        list.client.clear()
      }),
      { numRuns: 60 },
    )
  })

  it('derives its page info from its pages', () => {
    expect(toPageInfo(undefined)).toEqual(initialPageInfo)
    expect(toPageInfo({ pages: [] })).toEqual(clearedPageInfo)
  })
})
