import { useEffect } from 'react'
import { isGoodConnection } from './connection.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Lets the worker keep pictures that stand further down than anybody has looked, or came before the worker did: after one
 * visit they are there without network. Nothing is fetched ahead on a slow connection, or for who saves data.
 */
export function useKeptPictures(addresses: readonly string[]): void {
  const all = addresses.join(' ')
  useEffect(() => {
    if (all === '' || !('serviceWorker' in navigator) || !isGoodConnection()) return undefined
    return whenIdle(() => void tellWorker(all.split(' ')))
  }, [all])
}

async function tellWorker(addresses: readonly string[]): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none; windows do
  active?.postMessage({ type: 'KEEP_PICTURES', addresses })
}
