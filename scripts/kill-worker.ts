/**
 * `node scripts/kill-worker.ts [dist]`: the worker's kill switch. Replaces `sw.js` of a build by one that removes
 * itself and its caches from every phone at the next visit. The next build puts the real worker back.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = process.argv[2] ?? join(root, 'dist')
const source = await readFile(join(root, 'sw/kill.ts'), 'utf8')

await writeFile(join(dist, 'sw.js'), stripTypeScriptTypes(source))
// The compressed files of the build still contain the old worker.
await Promise.all(['.br', '.gz'].map((ending) => rm(join(dist, `sw.js${ending}`), { force: true })))
console.log(`The worker of ${dist} now removes itself. Build again to bring it back.`)
