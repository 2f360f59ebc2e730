import { build } from 'vite'
import { compressAssets } from './compress.ts'
import { buildPrerender } from './build-prerender.ts'
import { keepEarlierAssets } from './keep-assets.ts'
import { markBuilt } from './build-state.ts'
import { root } from './run.ts'

/**
 * Builds app and worker into dist/, keeps the assets of earlier builds (open tabs still ask for them) and compresses
 * what the server sends compressed. What draws first pictures is built last: it is not sent.
 */
export async function buildApp(): Promise<void> {
  await keepEarlierAssets(() => build({ root, logLevel: 'warn' }).then(() => undefined))
  await compressAssets()
  await buildPrerender()
  await markBuilt()
}
