/** The thread that draws first pictures: it runs the built app, which it has from its starter. */
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { PrerenderResult, PrerenderInput } from './prerender.ts'

const { program } = workerData as { program: string }
// A picture shows what its page carries. What is not there stays open, and its place shows the skeleton.
globalThis.fetch = () => new Promise(() => {})
const { prerenderPage } = (await import(pathToFileURL(program).href)) as {
  prerenderPage: (source: PrerenderInput) => Promise<string>
}

parentPort?.on('message', (source: PrerenderInput) => void answer(source))

async function answer(source: PrerenderInput): Promise<void> {
  const drawn: PrerenderResult = await prerenderPage(source).then(
    (html) => ({ html }),
    (error: unknown) => ({ failure: error instanceof Error ? String(error.stack) : String(error) }),
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(drawn)
}
