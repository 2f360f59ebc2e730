import { build } from 'vite'
import { compressAssets } from './compress.ts'
import { buildPrerender } from './build-prerender.ts'
import { retainEarlierAssets } from './retain-assets.ts'
import { markBuilt } from './build-state.ts'
import { root } from './run.ts'

/**
 * Builds app and worker into dist/, retains the assets of earlier builds for open tabs, and compresses static files.
 * The prerender program is built last, because it is not served.
 */
export async function buildApp(): Promise<void> {
  await retainEarlierAssets(() => build({ root, logLevel: 'warn' }).then(() => undefined))
  await compressAssets()
  await buildPrerender()
  await markBuilt()
}
