import { Worker } from 'node:worker_threads'

/** Draws a picture, or says why not and gives none. */
export type PrerenderPage = (source: PrerenderInput) => Promise<string | undefined>

/** How answers differ from those before: not at all, by further texts, or texts of theirs are there no more. */
export type DataChange = 'none' | 'more' | 'less'

/** Changes come in bursts, a picture is seen for a second: it may be this old when there is newer data, in milliseconds. */
const leastAgeMs = 10_000
/** What a picture says of the time, "in three days" or "now on", is right for a minute, in milliseconds. */
const mostAgeMs = 60_000
/** Longest wait where there is none to show, in milliseconds: a page is never kept back for its picture. */
const waitMs = 1_000

/**
 * Keeps the latest picture of one page and draws it again when it is old, while the one before is still shown. One that
 * shows what has been withdrawn is shown no more.
 * @returns gives the picture to show now; undefined when there is none (yet)
 */
export function createPrerenderCache(draw: PrerenderPage, nowMs: () => number) {
  let latest: string | undefined
  let drawnAtMs = Number.NEGATIVE_INFINITY
  let isOutdated = false
  let drawing: Promise<void> | undefined
  let withdrawals = 0

  async function renew(source: PrerenderInput): Promise<void> {
    drawnAtMs = nowMs()
    isOutdated = false
    const before = withdrawals
    const picture = await draw(source)
    drawing = undefined
    // A picture that failed leaves the one before, which only is older.
    if (before === withdrawals) latest = picture ?? latest
  }

  return async (source: PrerenderInput, change: DataChange): Promise<string | undefined> => {
    isOutdated ||= change !== 'none'
    if (change === 'less') {
      withdrawals += 1
      latest = undefined
      drawnAtMs = Number.NEGATIVE_INFINITY
    }
    if (!drawing && nowMs() - drawnAtMs >= (isOutdated ? leastAgeMs : mostAgeMs)) drawing = renew(source)
    if (latest === undefined && drawing) await Promise.race([drawing, after(waitMs)])
    return latest
  }
}

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** What a first picture is drawn from; it crosses to another thread. */
export interface PrerenderInput {
  /** Address of the page. */
  path: string
  /** The answers that the page carries, by their calls' addresses. */
  answers: Readonly<Record<string, unknown>>
  /** The forum's time, as in an HTTP header. */
  now: string
}

/** What the thread says of a picture. */
export type PrerenderResult = { html: string } | { failure: string }

/** Draws the first pictures of pages, one after the other. */
export interface PrerenderThread {
  /** @throws Error when the picture cannot be drawn, or not in time */
  draw: (source: PrerenderInput) => Promise<string>
  close: () => Promise<void>
}

/** Longest time for a picture, in milliseconds: some hundred times what one takes. */
const limitMs = 10_000
/** The thread's 60 MB are given back when nothing was drawn for this long, in milliseconds. */
const idleMs = 5_000

/**
 * A thread of its own, started when a picture is wanted: drawing takes as long as answering a hundred requests does.
 * @param program the built program that draws
 */
export function createPrerenderThread(program: string): PrerenderThread {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = undefined
    await ending?.terminate()
  }

  async function draw(source: PrerenderInput): Promise<string> {
    clearTimeout(idle)
    worker ??= startWorker(program)
    try {
      const drawn = await answerOf(worker, source)
      if ('failure' in drawn) throw new Error(drawn.failure)
      idle = setTimeout(() => void end(), idleMs).unref()
      return drawn.html
    } catch (error) {
      await end()
      throw error
    }
  }

  return {
    draw(source) {
      const drawing = last.then(() => draw(source))
      last = drawing.catch(() => undefined)
      return drawing
    },
    close: end,
  }
}

function startWorker(program: string): Worker {
  const worker = new Worker(new URL('prerender-worker.ts', import.meta.url), { workerData: { program } })
  // A forum that ends waits for no picture.
  worker.unref()
  return worker
}

function answerOf(worker: Worker, source: PrerenderInput): Promise<PrerenderResult> {
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown) =>
      reject(reason instanceof Error ? reason : new Error(`ended: ${String(reason)}`))
    const timer = setTimeout(() => fail(`no picture of ${source.path} within ${limitMs} ms`), limitMs).unref()
    worker.removeAllListeners()
    worker
      .on('message', (drawn: PrerenderResult) => resolve(drawn))
      .on('error', fail)
      .on('exit', fail)
    worker.on('message', () => clearTimeout(timer))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(source)
  })
}
