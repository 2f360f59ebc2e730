import type { ForumProcess } from '../tests/support/forum-process.ts'
import type { Figure } from './bench.ts'
import { tablet, withBrowser } from './browser.ts'
import { brotliBytes, recordCode } from './size.ts'

/** Organisers load this page before the console, so its files do not count for the console. */
const signIn = '/user/login'

/** Time in milliseconds in which chunks of a screen may follow its heading. */
const settleMs = 2000

/** Screens of the shell and its lists, including a record beside its list. */
const lists = ['/console', '/console/side_meetings', '/console/side_meetings/side-storage']

/** Screens that load more than shell and lists. */
const furtherScreens = [
  { name: 'form with its editor', path: '/console/informations/new' },
  { name: 'import wizard', path: '/console/speakers/import' },
  { name: 'review desk', path: '/console/registrations?desk=review' },
  { name: 'board', path: '/console/side_meetings?desk=board' },
]

/** Measures the compressed scripts and styles of the console: shell and lists, and what other screens add. */
export async function consoleCode(forum: ForumProcess, token: string): Promise<Figure[]> {
  const [frame, shell] = await listFiles(forum, token, lists)
  const figures = [
    await figure('code of shell and lists', without(shell, frame), 'beyond the frame of the app', 150),
    await figure('code of shell and lists with the frame', shell, 'with the frame of the app'),
  ]
  for (const { name, path } of furtherScreens) {
    const [, all] = await listFiles(forum, token, ['/console', path])
    figures.push(await figure(`code of the ${name}`, without(all, shell), 'beyond shell and lists'))
  }
  return figures
}

/** Lists the files of the sign-in, and all files of these pages. */
function listFiles(
  forum: ForumProcess,
  token: string,
  paths: readonly string[],
): Promise<[ReadonlySet<string>, ReadonlySet<string>]> {
  return withBrowser(async (_context, page) => {
    const requested = recordCode(page)
    await page.goto(forum.url + signIn, { waitUntil: 'networkidle' })
    const frame = new Set(requested)
    await page.evaluate((text) => sessionStorage.setItem('token', text), token)
    for (const path of paths) {
      await page.goto(forum.url + path)
      await page.locator('main :is(h1, h2)').first().waitFor()
      // The console listens to server events, so its network is never idle.
      await page.waitForTimeout(settleMs)
    }
    return [frame, new Set(requested)]
  }, tablet)
}

const without = (all: ReadonlySet<string>, excluded: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...all].filter((file) => !excluded.has(file)))

async function figure(
  name: string,
  files: ReadonlySet<string>,
  baseline: string,
  maxKb?: number,
): Promise<Figure> {
  const code = [...files].filter((file) => file !== '/sw.js')
  return {
    name,
    value: (await brotliBytes(code)) / 1000,
    unit: 'kB',
    ...(maxKb !== undefined && { goal: { most: maxKb } }),
    conditions: `scripts, styles and texts of one language, brotli, ${code.length} files, ${baseline}`,
  }
}
