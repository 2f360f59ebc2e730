import { useEffect } from 'react'
import { isGoodConnection } from './connection.ts'
import { tellWorker } from './tell-worker.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Lets the worker keep pictures that stand further down than anybody has looked, or came before the worker did: after one
 * visit they are there without network. Nothing is fetched ahead on a slow connection, or for who saves data.
 */
export function useKeptPictures(addresses: readonly string[]): void {
  const all = addresses.join(' ')
  useEffect(() => {
    if (all === '' || !isGoodConnection()) return undefined
    return whenIdle(() => void tellWorker({ type: 'KEEP_PICTURES', addresses: all.split(' ') }))
  }, [all])
}
