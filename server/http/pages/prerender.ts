import { Worker } from 'node:worker_threads'
import type { Locale } from '#contract/locale.ts'

/** Renders the HTML of a page; logs a failure and returns undefined. */
export type PrerenderPage = (input: PrerenderInput) => Promise<string | undefined>

/** How responses differ from the earlier ones: not at all, by additional texts, or by texts that are gone. */
export type DataChange = 'none' | 'more' | 'less'

/** Minimum age at which newer data cause another rendering, in milliseconds: changes come in bursts. */
const minAgeMs = 10_000
/** Maximum age of prerendered HTML, in milliseconds: texts such as "in three days" depend on the time. */
const maxAgeMs = 60_000
/** Longest wait for the first prerendered HTML, in milliseconds; then the page is sent without it. */
const waitMs = 1_000

/**
 * Caches the prerendered HTML of one page. Old HTML is still served while it is rendered again; HTML with withdrawn texts
 * is dropped at once.
 * @returns a function that finds the HTML to serve now
 */
export function createPrerenderCache(prerender: PrerenderPage, nowMs: () => number) {
  let latestHtml: string | undefined
  /** Start of the latest rendering; -Infinity makes the next call render. */
  let renderedAtMs = Number.NEGATIVE_INFINITY
  /** True when data changed since the start of the latest rendering. */
  let isOutdated = false
  /** The rendering that is running. */
  let rendering: Promise<void> | undefined
  /** Number of times that texts were withdrawn: HTML whose rendering began before the latest one is dropped. */
  let withdrawals = 0

  async function renew(input: PrerenderInput): Promise<void> {
    renderedAtMs = nowMs()
    isOutdated = false
    const withdrawalsAtStart = withdrawals
    const html = await prerender(input)
    rendering = undefined
    // After a failure the earlier HTML stays.
    if (withdrawalsAtStart === withdrawals) latestHtml = html ?? latestHtml
  }

  return async (input: PrerenderInput, change: DataChange): Promise<string | undefined> => {
    isOutdated ||= change !== 'none'
    if (change === 'less') {
      withdrawals += 1
      latestHtml = undefined
      renderedAtMs = Number.NEGATIVE_INFINITY
    }
    if (!rendering && nowMs() - renderedAtMs >= (isOutdated ? minAgeMs : maxAgeMs)) rendering = renew(input)
    if (latestHtml === undefined && rendering) await Promise.race([rendering, resolveAfter(waitMs)])
    return latestHtml
  }
}

const resolveAfter = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** Input of a rendering, for `src/prerender.tsx`; it is cloned into another thread. */
export interface PrerenderInput {
  /** Path of the page. */
  path: string
  /** Data of the API responses that the page carries, by the URL of their request with the default prefix `/api`. */
  answers: Readonly<Record<string, unknown>>
  /** Language of the interface. */
  locale: Locale
  /** The forum's time, as in an HTTP header. */
  now: string
  /** True when that time was set for a demonstration, which every page says. */
  isDemonstration: boolean
}

/** Message of the thread: the HTML, or the stack of an error. */
export type PrerenderResult = { html: string } | { failure: string }

/** Renders pages in a thread, one after the other. */
export interface PrerenderThread {
  /** @throws Error when the page cannot be rendered, or not in time */
  prerender: (input: PrerenderInput) => Promise<string>
  /** Ends the thread; a later call of `prerender` would start another one. */
  close: () => Promise<void>
}

/** Longest time for one rendering, in milliseconds; usually it takes a hundredth. */
const timeoutMs = 10_000
/** Idle time after which the thread is ended, in milliseconds, which frees 60 MB. */
const idleMs = 5_000

/**
 * Creates the renderer, which starts its thread with the first page. Rendering takes as long as a hundred requests, so it
 * must not block the event loop.
 * @param program path of the built prerender program
 */
export function createPrerenderThread(program: string): PrerenderThread {
  let worker: Worker | undefined
  let latestRendering: Promise<unknown> = Promise.resolve()
  let idleTimer: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idleTimer)
    const endedWorker = worker
    worker = undefined
    await endedWorker?.terminate()
  }

  async function prerender(input: PrerenderInput): Promise<string> {
    clearTimeout(idleTimer)
    worker ??= startWorker(program)
    try {
      const result = await requestPrerender(worker, input)
      if ('failure' in result) throw new Error(result.failure)
      idleTimer = setTimeout(() => void end(), idleMs).unref()
      return result.html
    } catch (error) {
      // The thread may be stuck or broken; the next page gets another one.
      await end()
      throw error
    }
  }

  return {
    prerender(input) {
      const rendering = latestRendering.then(() => prerender(input))
      // The caller of a failed rendering gets its error; the next rendering must start all the same.
      latestRendering = rendering.catch(() => undefined)
      return rendering
    },
    close: end,
  }
}

function startWorker(program: string): Worker {
  const worker = new Worker(new URL('prerender-worker.ts', import.meta.url), { workerData: { program } })
  // The process may end while a page is rendered.
  worker.unref()
  return worker
}

function requestPrerender(worker: Worker, input: PrerenderInput): Promise<PrerenderResult> {
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown) =>
      reject(reason instanceof Error ? reason : new Error(`ended: ${String(reason)}`))
    const timer = setTimeout(
      () => fail(`${input.path} is not prerendered within ${timeoutMs} ms`),
      timeoutMs,
    ).unref()
    // Those of the previous page.
    worker.removeAllListeners()
    worker
      .on('message', (result: PrerenderResult) => resolve(result))
      .on('error', fail)
      .on('exit', fail)
    worker.on('message', () => clearTimeout(timer))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(input)
  })
}
