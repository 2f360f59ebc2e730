import { Worker } from 'node:worker_threads'

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
