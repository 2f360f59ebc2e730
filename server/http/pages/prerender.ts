import { Worker } from 'node:worker_threads'

/** Renders a page, or logs why not and returns undefined. */
export type PrerenderPage = (source: PrerenderInput) => Promise<string | undefined>

/** How responses differ from the earlier ones: not at all, by additional texts, or by texts that are gone. */
export type DataChange = 'none' | 'more' | 'less'

/** Changes come in bursts: with newer data, prerendered HTML is rendered again only at this age, in milliseconds. */
const minAgeMs = 10_000
/** Texts that depend on the time ("in three days", "now on") are right for a minute, in milliseconds. */
const maxAgeMs = 60_000
/** Longest wait for the first prerendered HTML, in milliseconds; then the page is sent without it. */
const waitMs = 1_000

/**
 * Caches the prerendered HTML of one page. Old HTML is still served while it is rendered again; HTML with withdrawn texts
 * is dropped at once.
 * @returns a function that finds the HTML to serve now
 */
export function createPrerenderCache(prerender: PrerenderPage, nowMs: () => number) {
  let latest: string | undefined
  let renderedAtMs = Number.NEGATIVE_INFINITY
  let isOutdated = false
  let rendering: Promise<void> | undefined
  let withdrawals = 0

  async function renew(source: PrerenderInput): Promise<void> {
    renderedAtMs = nowMs()
    isOutdated = false
    const before = withdrawals
    const html = await prerender(source)
    rendering = undefined
    // After a failure the earlier HTML stays.
    if (before === withdrawals) latest = html ?? latest
  }

  return async (source: PrerenderInput, change: DataChange): Promise<string | undefined> => {
    isOutdated ||= change !== 'none'
    if (change === 'less') {
      withdrawals += 1
      latest = undefined
      renderedAtMs = Number.NEGATIVE_INFINITY
    }
    if (!rendering && nowMs() - renderedAtMs >= (isOutdated ? minAgeMs : maxAgeMs)) rendering = renew(source)
    if (latest === undefined && rendering) await Promise.race([rendering, resolveAfter(waitMs)])
    return latest
  }
}

const resolveAfter = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** Input of a rendering; it is cloned into another thread. */
export interface PrerenderInput {
  /** Path of the page. */
  path: string
  /** Data that the page carries, by the URL of their call. */
  answers: Readonly<Record<string, unknown>>
  /** The forum's time, as in an HTTP header. */
  now: string
}

/** Message of the thread. */
export type PrerenderResult = { html: string } | { failure: string }

/** Renders pages in a thread, one after the other. */
export interface PrerenderThread {
  /** @throws Error when the page cannot be rendered, or not in time */
  prerender: (source: PrerenderInput) => Promise<string>
  close: () => Promise<void>
}

/** Longest time for one rendering, in milliseconds; usually it takes a hundredth. */
const timeoutMs = 10_000
/** The thread ends after this idle time, in milliseconds, which frees 60 MB. */
const idleMs = 5_000

/**
 * Creates the thread lazily. Rendering takes as long as a hundred requests, so it must not block the event loop.
 * @param program path of the built prerender program
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

  async function prerender(source: PrerenderInput): Promise<string> {
    clearTimeout(idle)
    worker ??= startWorker(program)
    try {
      const result = await requestPrerender(worker, source)
      if ('failure' in result) throw new Error(result.failure)
      idle = setTimeout(() => void end(), idleMs).unref()
      return result.html
    } catch (error) {
      await end()
      throw error
    }
  }

  return {
    prerender(source) {
      const rendering = last.then(() => prerender(source))
      last = rendering.catch(() => undefined)
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

function requestPrerender(worker: Worker, source: PrerenderInput): Promise<PrerenderResult> {
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown) =>
      reject(reason instanceof Error ? reason : new Error(`ended: ${String(reason)}`))
    const timer = setTimeout(
      () => fail(`no picture of ${source.path} within ${timeoutMs} ms`),
      timeoutMs,
    ).unref()
    worker.removeAllListeners()
    worker
      .on('message', (result: PrerenderResult) => resolve(result))
      .on('error', fail)
      .on('exit', fail)
    worker.on('message', () => clearTimeout(timer))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(source)
  })
}
