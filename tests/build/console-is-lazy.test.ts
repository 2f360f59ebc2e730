import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  findEagerConsole,
  findPrecachedConsole,
  precachedFiles,
  type BuildManifest,
} from './console-is-lazy.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

function readManifest(): BuildManifest {
  return JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as BuildManifest
}

/** The console's own chunks in the build; there must be some, or the tests below would prove nothing. */
function consoleFiles(manifest: BuildManifest): string[] {
  return Object.keys(manifest).filter((key) => key.includes('console'))
}

test('no console module is loaded before the console is opened [24]', () => {
  const manifest = readManifest()
  expect(consoleFiles(manifest)).not.toEqual([])
  expect(findEagerConsole(manifest)).toEqual([])
})

test('no console file is among those that the worker keeps from the start', () => {
  const precached = precachedFiles(readFileSync(`${dist}sw.js`, 'utf8'))
  expect(precached).toContain('index.html')
  expect(findPrecachedConsole(readManifest(), precached)).toEqual([])
})

test('a static import of the console and a precached console file are found', () => {
  const planted: BuildManifest = {
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js', imports: ['src/console/index.ts'] },
    'src/console/index.ts': { file: 'assets/console.js', css: ['assets/console.css'] },
  }
  expect(findEagerConsole(planted)).toEqual(['src/console/index.ts'])
  const plantedPage: BuildManifest = {
    'src/routes/_main/index.tsx': { file: 'a.js', isDynamicEntry: true, imports: ['_ConsoleScreen-x.js'] },
    'src/routes/console.lazy.tsx': { file: 'b.js', isDynamicEntry: true, imports: ['_ConsoleScreen-x.js'] },
    '_ConsoleScreen-x.js': { file: 'c.js' },
  }
  expect(findEagerConsole(plantedPage)).toEqual(['_ConsoleScreen-x.js'])
  expect(findPrecachedConsole(planted, precachedFiles('[{url:"assets/console.css",revision:null}]'))).toEqual(
    ['assets/console.css'],
  )
})
