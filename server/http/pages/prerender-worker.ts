/** Thread that prerenders pages with the built app. */
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { PrerenderResult, PrerenderInput } from './prerender.ts'

const { program } = workerData as { program: string }
// Only data in the input are rendered: a query without data stays pending and shows its skeleton.
globalThis.fetch = () => new Promise(() => {})
const { prerenderPage } = (await import(pathToFileURL(program).href)) as {
  prerenderPage: (input: PrerenderInput) => Promise<string>
}

parentPort?.on('message', (input: PrerenderInput) => void answer(input))

async function answer(input: PrerenderInput): Promise<void> {
  const result: PrerenderResult = await prerenderPage(input).then(
    (html) => ({ html }),
    (error: unknown) => ({ failure: error instanceof Error ? String(error.stack) : String(error) }),
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(result)
}
