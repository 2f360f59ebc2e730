import { cpSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { retainEarlierAssets, type BuildRecord } from '../../../scripts/lib/built-assets.ts'
import { openDatabase } from '../../../server/db/client.ts'
import type { FaultServer } from '../../support/fault-server.ts'
import type { ForumProcess } from '../../support/forum-process.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const builtApp = fileURLToPath(new URL('../../../dist/', import.meta.url))
const dayMs = 24 * 3600 * 1000

/** A forum that is deployed again and again. */
export interface Deploys {
  /** Deploys the next version: other names of all files under assets/, another worker, a shell with its number. */
  deploy: (onDay: number) => Promise<void>
  stop: () => Promise<void>
}

/** Serves later versions of the built app over the forum’s data, which differ in the hashes of their files only. */
export async function startDeploys(forum: ForumProcess, network: FaultServer): Promise<Deploys> {
  const dist = await mkdtemp(join(tmpdir(), 'forum-deploys-'))
  const names = await namesOfBuild()
  let server: TestServer | undefined
  let version = 0
  const deploy = async (onDay: number) => {
    version += 1
    await retainEarlierAssets(() => writeVersion(dist, names, version), { dist, nowMs: onDay * dayMs })
    const before = server
    const db = await openDatabase({ dataDir: forum.dataDir })
    server = await startServer({ db, dataDir: forum.dataDir, distDir: dist })
    // It shares the test's process, which is busy with the start: until that is over it turns calls away.
    const { url } = server
    await expect.poll(async () => (await fetch(`${url}/agenda`)).status).toBe(200)
    // The old server closes last, so that no request of an open page fails in between.
    network.handTo(server.url)
    await before?.close()
  }
  return {
    deploy,
    stop: async () => {
      network.handTo(forum.url)
      await server?.close()
      await rm(dist, { recursive: true, force: true })
    },
  }
}

/** Scripts, styles and lists of the newest build; the folder also holds those of earlier ones. */
async function namesOfBuild(): Promise<string[]> {
  const builds = JSON.parse(await readFile(join(builtApp, '.builds.json'), 'utf8')) as BuildRecord[]
  return (builds[0]?.files ?? []).filter((name) => /\.(js|css|json)$/.test(name))
}

/** Empties the folder and writes a version into it, as a build does. */
async function writeVersion(dist: string, names: readonly string[], version: number): Promise<void> {
  await rm(dist, { recursive: true, force: true })
  // The asynchronous `cp` takes ten times as long for many small files.
  cpSync(builtApp, dist, {
    recursive: true,
    filter: (path) => !/\.(br|gz)$|\.builds\.json$|\bassets$/.test(path),
  })
  await mkdir(join(dist, 'assets'))
  await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(builtApp, 'assets', name), 'utf8')
      await writeFile(join(dist, 'assets', rename(name, version)), toVersion(text, names, version))
    }),
  )
  for (const name of ['index.html', 'sw.js', '.vite/manifest.json']) {
    const text = await readFile(join(builtApp, name), 'utf8')
    const changed = toVersion(text, names, version)
      .replace('<html ', `<html data-version="${version}" `)
      .replace(/("revision":")[0-9a-f]+(","url":"index\.html")/, `$1v${version}$2`)
    await writeFile(join(dist, name), changed)
  }
}

const rename = (name: string, version: number) => name.replace(/(\.\w+)$/, `v${version}$1`)

/** Renames all files that a text names, in one pass: hundreds of names in hundreds of texts. */
function toVersion(text: string, names: readonly string[], version: number): string {
  return text.replaceAll(patternOf(names), (name) => rename(name, version))
}

let pattern: RegExp | undefined

function patternOf(names: readonly string[]): RegExp {
  const escaped = names.map((name) => name.replaceAll('.', String.raw`\.`))
  return (pattern ??= new RegExp(escaped.join('|'), 'g'))
}
